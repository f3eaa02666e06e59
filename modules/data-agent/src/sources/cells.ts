/** A number if it is exact, otherwise its digits. */
export function wholeNumber(digits: string): number | string {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}
