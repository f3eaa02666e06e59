import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2A00:1450:4001:82E::200E',
  '2001:4860:4860:0:0:0:0:8888',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
  '64:ff9b::8.8.8.8',
])('[A46] %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1']],
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254']],
  ['shared by carriers', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
  ['link-local', ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0']],
  ['site-local', ['fec0::1']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
  ['reserved', ['240.0.0.1', '255.255.255.255', '192.0.0.1', '4000::1', '100::1', '5f00::1']],
  ['for documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['for benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  ['of a cloud itself', ['168.63.129.16']],
  ['mapped', ['::ffff:127.0.0.1', '::FFFF:7f00:1', '0:0:0:0:0:ffff:10.0.0.1', '::ffff:169.254.169.254']],
  ['compatible', ['::127.0.0.1', '::7f00:1', '::8.8.8.8']],
  ['behind NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1', '64:ff9b:1::8.8.8.8']],
  ['6to4', ['2002:7f00:1::1', '2002:0a00:0001::', '2002:808:808::1']],
  ['Teredo', ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::1']],
  ['ISATAP', ['2606:4700::5efe:10.0.0.1', '2606:4700::200:5efe:a00:1', 'fe80::5efe:1.1.1.1']],
  [
    'no address',
    ['', 'localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '1.1.1.1 ', '[::1]', '::1::'],
  ],
])('[A46] an address that is %s is not public', (_kind, addresses) => {
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false])
})

const privateIpv4 = fc.oneof(
  ...(
    [
      [0x00000000, 8],
      [0x0a000000, 8],
      [0x64400000, 10],
      [0x7f000000, 8],
      [0xa9fe0000, 16],
      [0xac100000, 12],
      [0xc0000200, 24],
      [0xc0a80000, 16],
      [0xc6120000, 15],
      [0xcb007100, 24],
      [0xe0000000, 4],
      [0xf0000000, 4],
    ] as const
  ).map(([base, bits]) =>
    fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((offset) => (base + offset) >>> 0),
  ),
)

const word = fc.integer({ min: 0, max: 0xffff })
const dotted = (ipv4: number) => [24, 16, 8, 0].map((shift) => (ipv4 >>> shift) & 0xff).join('.')
const halves = (ipv4: number) => [ipv4 >>> 16, ipv4 & 0xffff]

/** The ways in which IPv6 carries an IPv4 address, as eight groups. */
const carriers: ((ipv4: number, site: readonly number[]) => number[])[] = [
  (ipv4) => [0, 0, 0, 0, 0, 0xffff, ...halves(ipv4)],
  (ipv4) => [0, 0, 0, 0, 0, 0, ...halves(ipv4)],
  (ipv4) => [0x64, 0xff9b, 0, 0, 0, 0, ...halves(ipv4)],
  (ipv4, site) => [0x64, 0xff9b, 1, ...site.slice(0, 3), ...halves(ipv4)],
  (ipv4, site) => [0x2002, ...halves(ipv4), ...site, site[0] ?? 0],
  (ipv4, site) => [0x2001, 0, ...site, ...halves(~ipv4 >>> 0)],
  (ipv4, site) => [0x2606, 0x4700, ...site.slice(0, 2), 0, 0x5efe, ...halves(ipv4)],
  (ipv4, site) => [0x2606, 0x4700, ...site.slice(0, 2), 0x200, 0x5efe, ...halves(ipv4)],
]

interface Spelling {
  readonly isUpper: boolean
  readonly isPadded: boolean
  readonly isShort: boolean
  readonly endsDotted: boolean
}

function spelled(groups: readonly number[], { isUpper, isPadded, isShort, endsDotted }: Spelling): string {
  const hex = groups.map((group) => group.toString(16).padStart(isPadded ? 4 : 1, '0'))
  const [high = 0, low = 0] = groups.slice(6)
  const parts = endsDotted ? [...hex.slice(0, 6), dotted(((high << 16) | low) >>> 0)] : hex
  const text = parts.join(':')
  const short = isShort ? text.replace(/(?:^|:)(?:0+:){2,}(?!:)/, '::') : text
  return isUpper ? short.toUpperCase() : short
}

const spelling = fc.record({
  isUpper: fc.boolean(),
  isPadded: fc.boolean(),
  isShort: fc.boolean(),
  endsDotted: fc.boolean(),
})

test('[A46] no private IPv4 address passes, whatever IPv6 address carries it and however that is spelled', () => {
  const site = fc.tuple(word, word, word, word)
  fc.assert(
    fc.property(privateIpv4, site, spelling, (ipv4, four, how) => {
      expect(isPublicAddress(dotted(ipv4))).toBe(false)
      for (const carry of carriers) {
        const address = spelled(carry(ipv4, four), how)
        expect([address, isPublicAddress(address)]).toEqual([address, false])
      }
    }),
    { numRuns: 2_000 },
  )
})

test('[A46] no private IPv6 address passes, however it is spelled', () => {
  const first = fc.oneof(
    fc.integer({ min: 0xfc00, max: 0xfdff }),
    fc.integer({ min: 0xfe80, max: 0xfeff }),
    fc.integer({ min: 0xff00, max: 0xffff }),
  )
  const rest = fc.array(fc.oneof(word, fc.constant(0)), { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(first, rest, spelling, (head, tail, how) => {
      const address = spelled([head, ...tail], how)
      expect([address, isPublicAddress(address)]).toEqual([address, false])
    }),
    { numRuns: 2_000 },
  )
})

test('[A46] the generator spells real addresses: public ones pass in the same spellings', () => {
  fc.assert(
    fc.property(spelling, (how) => {
      expect(isPublicAddress(spelled([0, 0, 0, 0, 0, 0xffff, 0x0808, 0x0808], how))).toBe(true)
      expect(isPublicAddress(spelled([0x2606, 0x4700, 0, 0, 0, 0, 0, 0x1111], how))).toBe(true)
    }),
  )
})
