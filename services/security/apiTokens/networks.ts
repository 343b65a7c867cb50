import { isIP } from 'node:net';

const BITS = { 4: 32, 6: 128 } as const;

const bytesOf = (address: string): number[] | null => {
  const kind = isIP(address);
  if (kind === 4) return address.split('.').map(Number);
  // URL writes an IPv6 address in one way, with IPv4 at its end as groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...(tail === undefined ? [] : zeros), ...last].flatMap((group) => {
    const value = parseInt(group, 16);
    return [value >> 8, value & 255];
  });
};

/** The network of an address or CIDR, with the bits of hosts cleared, as PostgreSQL demands; null for anything else. */
export const networkOf = (text: string): string | null => {
  const [, address = '', length] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? [];
  const kind = isIP(address);
  if (kind !== 4 && kind !== 6) return null;
  const bits = length === undefined ? BITS[kind] : Number(length);
  const bytes = bytesOf(address);
  // A network of all addresses limits nothing: it is said by naming none.
  if (!bytes || bits < 1 || bits > BITS[kind]) return null;
  const cleared = bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & ((0xff << (8 - kept)) & 0xff);
  });
  if (kind === 4) return `${cleared.join('.')}/${bits}`;
  const hex = cleared.map((byte) => byte.toString(16).padStart(2, '0'));
  return `${Array.from({ length: 8 }, (_, index) => `${hex[2 * index]}${hex[2 * index + 1]}`).join(':')}/${bits}`;
};
