/** Names of what is sold, likeliest first. */
export const tradeNames: readonly string[] =
  'sale till taking earning proceed income revenue turnover order invoice booking reservation rental transaction receipt bill donation gift contribution purchase appointment trip ride delivery job enrollment registration membership visit stay shipment consignment admission ticket treatment repair lesson course'.split(
    ' ',
  )
