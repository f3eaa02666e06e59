import { BlockList, isIP } from 'node:net'

/**
 * Whether an address belongs to the open internet. Private, local, reserved and documentation addresses do not, and
 * neither does an IPv6 address that only leads to such an IPv4 address. Text that is not an address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const kind = isIP(address)
  if (kind === 4) return !closedIpv4.check(address, 'ipv4')
  return kind === 6 && isPublicIpv6(groupsOf(address))
}

function isPublicIpv6(groups: readonly number[]): boolean {
  const text = groups.map((group) => group.toString(16)).join(':')
  if (leadsToIpv4.check(text, 'ipv6')) return isPublicAddress(ipv4At(groups, 6))
  if (!globalUnicast.check(text, 'ipv6') || closedIpv6.check(text, 'ipv6')) return false
  return !isIsatap(groups)
}

/** Tunnels inside a site: the last 32 bits are an IPv4 address of that site. */
function isIsatap(groups: readonly number[]): boolean {
  return groups[5] === 0x5efe && (groups[4] === 0 || groups[4] === 0x0200)
}

function ipv4At(groups: readonly number[], index: number): string {
  const [high = 0, low = 0] = groups.slice(index, index + 2)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** The URL parser writes every spelling in one way: hexadecimal, at most one `::`. */
function groupsOf(ipv6: string): number[] {
  const [head = '', tail] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  const start = parse(head)
  if (tail === undefined) return start
  const end = parse(tail)
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end]
}

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    list.addSubnet(base, Number(bits), family)
  }
  return list
}

/** IANA's special-purpose registry, multicast, reserved addresses, and the service address inside one large cloud. */
const closedIpv4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/**
 * Everything that IANA has assigned as global. Loopback, private, link-local, multicast and mapped addresses are
 * outside.
 */
const globalUnicast = listOf('ipv6', ['2000::/3'])

/** Within it: protocol assignments with Teredo, documentation, 6to4, AS112. */
const closedIpv6 = listOf('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
])

/** Mapped addresses, and NAT64 as networks without IPv4 use it for every IPv4 server. */
const leadsToIpv4 = listOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96'])
