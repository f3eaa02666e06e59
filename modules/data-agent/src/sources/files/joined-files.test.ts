import { expect, test } from 'vitest'
import { openFiles } from './test-open-files.ts'

test('[DS482] what refers to the rows of another file is written as that file writes it', async () => {
  await using files = await openFiles({
    'goods.csv': 'Code,Name\nKT-1,Kite\nRP-2,Rope\nSL-3,Sail\nBX-4,Box\n',
    'sold.csv': 'No,Item,Pieces\n1,kt-1,2\n2,rp-2,1\n3,sl-3,1\n4,kt-1,5\n',
    'codes.csv': 'No,Mark\n1,ab\n2,AB\n3,cd\n4,xx\n',
  })
  expect(
    await files.rows('select s.No, g.Name from sold s join goods g on g.Code = s.Item order by 1'),
  ).toEqual([
    [1, 'Kite'],
    [2, 'Rope'],
    [3, 'Sail'],
    [4, 'Kite'],
  ])
})

test('[DS483] a later file may have other names for most of the same columns in the same places', async () => {
  await using files = await openFiles({
    'till 2025.csv':
      'Slip,Sold on,Product,Pieces,Total\n1,2025-01-02,Kite,1,9.50\n2,2025-01-03,Rope,2,4.00\n',
    'till 2026.csv': 'Slip,Date,Item,Pieces,Total\n3,05/02/2026,Kite,1,9.50\n4,28/02/2026,Sail,1,30.00\n',
  })
  expect(await files.rows('select Slip, "Sold on", Product from till order by 1')).toEqual([
    [1, '2025-01-02', 'Kite'],
    [2, '2025-01-03', 'Rope'],
    [3, '2026-02-05', 'Kite'],
    [4, '2026-02-28', 'Sail'],
  ])
})

test('[DS484] the files of one table share the memory in which they are read', async () => {
  const months = Array.from({ length: 30 }, (_, month) => [
    `till ${month}.csv`,
    `Slip,Pieces\n${month},1\n${month},2\n`,
  ])
  await using files = await openFiles(Object.fromEntries(months))
  expect(await files.rows('select count(*), sum(Pieces) from till')).toEqual([[60, 90]])
})
