import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, isIP, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codeOf, StartError } from '#services/platform/db/postgres/startError.ts';
import { drainable } from './drain.ts';

/** Address to listen on; `variable` is the environment variable that sets its port. */
export interface Place {
  host: string;
  port: number;
  /** Of one of several processes: a port of its own, which the others do not share. */
  exclusive?: boolean;
  variable: 'PORT' | 'SERVICES_PORT' | 'METRICS_PORT';
}

const explain = (error: unknown, { host, port, variable }: Place): unknown => {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new StartError(
      `A porta ${port} já está em uso: encerre quem a usa ou escolha outra, por exemplo ${variable}=${port < 65_535 ? port + 1 : 4000} npm start.`,
    );
  }
  if (code === 'EACCES')
    return new StartError(`Sem permissão para usar a porta ${port}: escolha uma acima de 1023 com ${variable}.`);
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    const name = variable === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST';
    return new StartError(`${name}=${host} não é um endereço desta máquina: use localhost ou 0.0.0.0.`);
  }
  return error;
};

/** Checks the port before a start that may take minutes. @throws StartError when it is taken */
export const requireFreePort = (place: Place): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(explain(error, place)));
    probe.listen({ host: place.host, port: place.port }, () => probe.close(() => resolve()));
  });

/** "localhost" may resolve to two addresses, and browsers use either; any other name gives one address. */
const addressesOf = async (host: string): Promise<string[]> => {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  const addresses = [...new Set(found.map(({ address }) => address))];
  return addresses.length > 0 ? addresses.sort((one, other) => isIP(one) - isIP(other)) : [host];
};

/** Listens on a further address and passes its connections to the same server. */
const openDoor = async (app: FastifyInstance, host: string, port: number): Promise<Server[]> => {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));
  try {
    door.listen({ host, port });
    await once(door, 'listening');
    return [door];
  } catch {
    // Ignores the failure: the machine may lack IPv6, or another process may hold the port there.
    return [];
  }
};

/** A server with functions to open and close it. */
export interface Entrance {
  /** Listens and returns the port, which 0 leaves to the system. */
  open(place: Place): Promise<number>;
  /** Closes the server after responding to every accepted request. */
  close(): Promise<void>;
}

export const entranceOf = (app: FastifyInstance): Entrance => {
  const doors: Server[] = [];
  const close = drainable(app, doors);
  const open = async (place: Place): Promise<number> => {
    const [first = place.host, ...others] = await addressesOf(place.host);
    try {
      await app.listen({ host: first, port: place.port, exclusive: place.exclusive ?? false });
    } catch (error) {
      throw explain(error, place);
    }
    const [address] = app.addresses();
    const port = typeof address === 'object' ? address.port : place.port;
    for (const other of others) doors.push(...(await openDoor(app, other, port)));
    return port;
  };
  return { open, close };
};
