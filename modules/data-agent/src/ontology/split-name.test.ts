import { expect, test } from 'vitest'
import { NameSplitter, writtenOut } from './split-name.ts'

const splitter = new NameSplitter(['cust_orders', 'zebnum', 'zeb_size', 'harbour'])

test.each([
  ['orderDate', 'order date'],
  ['ORDER_DATE', 'order date'],
  ['HTTPStatus', 'http status'],
  ['custname', 'cust name'],
  ['birthdate', 'birth date'],
  ['unitprice', 'unit price'],
  ['zebsize', 'zeb size'],
  ['Address1', 'address 1'],
  ['q1', 'q1'],
  ['home address', 'home address'],
  ['category', 'category'],
  ['LName', 'lname'],
  ['login_name', 'login name'],
  ['calmest', 'calmest'],
  ['empid', 'emp id'],
  ['docelation', 'docelation'],
  ['management', 'management'],
  ['日付', '日付'],
  ['___', '___'],
])('[DO6] %s is split into the words %j', (name, words) => {
  expect(splitter.words(name).join(' ')).toBe(words)
})

test.each([
  ['qty', ['quantity']],
  ['room no', ['room number']],
  ['no of rooms', []],
  ['dept desc', ['department description']],
  ['dob', ['date of birth', 'birth date', 'birthday']],
  ['colour', []],
])('[DO6] %j can also be written as %j', (words, phrases) => {
  expect(writtenOut(words.split(' '))).toEqual(phrases)
})
