import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Returns a predicate for addresses of trusted proxies ("10.0.0.0/8, 192.0.2.7"); without proxies, it is always false.
 */
export const trustedPeers = (proxies: string | undefined): ((address: string, hop: number) => boolean) =>
  proxies === undefined ? () => false : proxyAddr.compile(proxies.split(',').map((proxy) => proxy.trim()));

/**
 * Returns the client address of a request by Fastify's rule: X-Forwarded-For counts only as far as trusted proxies
 * wrote it. For WebSocket handshakes, which never become a Fastify request.
 */
export const callerAddress = (proxies: string | undefined): ((request: IncomingMessage) => string) => {
  const trusted = trustedPeers(proxies);
  return (request) => proxyAddr(request, trusted) ?? '';
};
