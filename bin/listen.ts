import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codeOf, StartError } from '#services/platform/postgres/startError.ts';

/** Where to listen; `variable` is what a person sets to choose another port. */
interface Place {
  host: string;
  port: number;
  variable: 'PORT' | 'SERVICES_PORT';
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
    return new StartError(`HOST=${host} não é um endereço desta máquina: use localhost ou 0.0.0.0.`);
  }
  return error;
};

/** Throws a StartError when the port is taken: before the minutes that a first start may take, not after. */
export const requireFreePort = (place: Place): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(explain(error, place)));
    probe.listen({ host: place.host, port: place.port }, () => probe.close(() => resolve()));
  });

/** Listens and answers the port, also when 0 asked for a free one. */
export const listen = async (app: FastifyInstance, place: Place): Promise<number> => {
  try {
    await app.listen({ host: place.host, port: place.port });
  } catch (error) {
    throw explain(error, place);
  }
  const [address] = app.addresses();
  return typeof address === 'object' ? address.port : place.port;
};
