/** A mailbox of so many bytes. `messages.count` tells how many messages it has so far. */
export function* madeMailbox(
  bytes: number,
  hasAttachments: boolean,
  messages: { count: number },
): Generator<Buffer> {
  for (let size = 0; size < bytes;) {
    messages.count += 1
    const message = Buffer.from(messageOf(messages.count, hasAttachments))
    size += message.length
    yield message
  }
}

const sentence = 'The quick brown fox jumps over the lazy dog and then it rests for a while.\n'
const attachment = Buffer.alloc(200_000, 'Something in bytes \u0001 ')
  .toString('base64')
  .replace(/.{76}/g, '$&\n')

/** A text of 2 to 20 KB. With attachments, every fifth message has one of 200 KB. */
function messageOf(number: number, hasAttachments: boolean): string {
  const text = `Message ${number} of all.\n${sentence.repeat(25 + ((number * 37) % 240))}`
  const body =
    hasAttachments && number % 5 === 0
      ? `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${text}--b
Content-Type: application/octet-stream; name=file.bin\nContent-Disposition: attachment; filename=file.bin
Content-Transfer-Encoding: base64\n\n${attachment}\n--b--\n`
      : `Content-Type: text/plain\n\n${text}`
  const person = number % 100
  return `From sender@example.com Thu Jan  1 00:00:00 2026
Message-ID: <${number}@example.com>\nFrom: Person ${person} <person${person}@example.com>
To: Ann <ann@example.com>\nSubject: Subject ${number}\nDate: Thu, 1 Jan 2026 08:00:00 +0000\nMIME-Version: 1.0\n${body}\n`
}
