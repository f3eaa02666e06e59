/** What people call the kind of a source: `application/pdf` → `PDF`. */
export function sourceKind(kind: 'file' | 'structured' | 'correction', mimeType: string): string {
  if (kind !== 'file') return kind === 'structured' ? 'Stated facts' : 'Correction'
  const [type = ''] = mimeType.split(';')
  const [group = '', name = ''] = type.split('/')
  if (group === 'image') return `Image (${name.toUpperCase()})`
  return kinds[type] ?? type
}

const kinds: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/octet-stream': 'Unknown format',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Workbook',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/xml': 'XML',
  'application/zip': 'Archive',
  'message/rfc822': 'Mail',
  'application/mbox': 'Mailbox',
  'text/calendar': 'Calendar',
  'text/csv': 'Table (CSV)',
  'text/html': 'Web page',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
  'text/vcard': 'Address book',
  'text/x-vcard': 'Address book',
  'text/xml': 'XML',
}

/** 1,536 → `1.5 KB`. */
export function sizeWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB']
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** step
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 && step > 0 ? 1 : 0 })} ${units[step]}`
}
