/** Names of columns whose digits are a name, not a number. */
export const codeName =
  /\b(zip|postal|post ?code|plz|phone|mobile|telephone|tel|fax|iban|bic|isbn|ean|upc|gtin|vat (?:id|no|number)|tax (?:id|no|number)|ssn|sku|barcode)\b/i

/** Names of columns whose eight digits are no date. */
export const numberName = /(?:\b|_)(?:id|no|nr|num|number|code|ref|reference)\.?$|#/i
