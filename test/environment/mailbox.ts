/** This many messages, each with a text, perhaps a payment, and an attachment of this many bytes. */
export function mailboxOf(
  count: number,
  { attached = 10, text = (number: number) => `word ${number}`, payment }: Contents = {},
): string {
  const bytes = Buffer.alloc(attached).toString('base64').replace(/.{76}/g, '$&\n')
  const message = (number: number) =>
    `From a@example.com Thu Jan  1 00:00:00 2026
Message-ID: <${number}@example.com>
From: Ann <ann@example.com>
To: Bob <bob@example.com>
Subject: subject ${number}
Date: Thu, 1 Jan 2026 08:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

${text(number)}
${payment === undefined ? '' : paymentPart(payment(number))}--b
Content-Type: application/octet-stream; name=zeros.bin
Content-Disposition: attachment; filename=zeros.bin
Content-Transfer-Encoding: base64

${bytes}
--b--
`
  return Array.from({ length: count }, (_, index) => message(index + 1)).join('')
}

interface Contents {
  readonly attached?: number
  readonly text?: (number: number) => string
  /** The amount of a payment in a table that is attached. */
  readonly payment?: (number: number) => string
}

function paymentPart(amount: string): string {
  return `--b
Content-Type: text/csv; name=payments.csv
Content-Disposition: attachment; filename=payments.csv

date,amount,description
2026-01-31,${amount},Tea

`
}
