import { describe, expect, test } from 'vitest'
import { resolveCsv } from './resolve-csv.ts'
import { peopleWithDuplicates } from './test-people.ts'

describe('a CSV file of records', () => {
  test('[TE17] [TE913] gives an entity to every record, whatever its columns are called', () => {
    const { records, truth } = peopleWithDuplicates(60)
    const rows = records.map(({ id, fields }) => [id, ...Object.values(fields)].join(','))
    const answer = resolveCsv(`\uFEFFrecord_id,q,"w ""x""",,__proto__,z\r\n${rows.join('\r\n')}\r\n`)
    const lines = answer.trim().split('\n')
    expect(lines[0]).toBe('record_id,entity_id')
    const entities = new Map(lines.slice(1).map((line) => line.split(',') as [string, string]))
    expect([...entities.keys()].toSorted()).toEqual([...truth.keys()].toSorted())
    const right = [...truth].filter(([id, person]) => truth.get(entities.get(id)!) === person)
    expect(right).toHaveLength(truth.size)
    expect(new Set(entities.values()).size).toBeLessThanOrEqual(62)
  })

  test('[TE134] a unique first column whose name ends in id is the id, and otherwise rows are counted', () => {
    expect(resolveCsv('customerid,name\n7,Ann\n8,Bo\n')).toBe('record_id,entity_id\n7,7\n8,8\n')
    expect(resolveCsv('townid,name\n7,Ann\n7,Bo\n')).toBe('record_id,entity_id\n1,1\n2,2\n')
    expect(resolveCsv('name,town\nAnn,Rome\n"Bo, Jr.",Oslo\n')).toBe('record_id,entity_id\n1,1\n2,2\n')
  })

  test('[TE134] an id with a comma is returned unchanged', () => {
    expect(resolveCsv('id,name\n"a,1",Ann\n')).toBe('record_id,entity_id\n"a,1","a,1"\n')
  })

  test('[TE18] a header alone, NUL bytes and rows with missing or extra cells are read', () => {
    expect(resolveCsv('record_id,name\n')).toBe('record_id,entity_id\n')
    expect(resolveCsv('record_id,name,town\na\nb,\0,x\0,more\n')).toBe('record_id,entity_id\na,a\nb,b\n')
  })

  test.each([
    ['', 'The file is empty'],
    ['record_id,name\n,Ann\n', 'Record 1 has no record_id'],
    ['record_id,name\na,Ann\na,Bo\n', 'Record 2 repeats an id'],
    ['record_id,name\na,"Ann\n', 'not readable as CSV'],
  ])('[TE914] %j is refused with a message that says what to do', (text, message) =>
    expect(() => resolveCsv(text)).toThrow(message),
  )
})
