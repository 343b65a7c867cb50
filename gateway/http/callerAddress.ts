import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether a peer is one of the proxies in front of us ("10.0.0.0/8, 192.0.2.7"); without any, nobody is. */
export const trustedPeers = (proxies: string | undefined): ((address: string, hop: number) => boolean) =>
  proxies === undefined ? () => false : proxyAddr.compile(proxies.split(',').map((proxy) => proxy.trim()));

/**
 * Address of who asks, by the rule that Fastify follows for requests: X-Forwarded-For counts only as far as trusted
 * proxies wrote it. A socket's handshake never becomes a Fastify request.
 */
export const callerAddress = (proxies: string | undefined): ((request: IncomingMessage) => string) => {
  const trusted = trustedPeers(proxies);
  return (request) => proxyAddr(request, trusted) ?? '';
};
