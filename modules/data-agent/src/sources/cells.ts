/** A number while it is exact, else its digits. */
export function wholeNumber(digits: string): number | string {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}
