import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codeOf, StartError } from '#services/platform/postgres/startError.ts';

const explain = (error: unknown, host: string, port: number): unknown => {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new StartError(
      `A porta ${port} já está em uso: encerre quem a usa ou escolha outra, por exemplo PORT=${port + 1} npm start.`,
    );
  }
  if (code === 'EACCES')
    return new StartError(`Sem permissão para usar a porta ${port}: escolha uma acima de 1023 com PORT.`);
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartError(`HOST=${host} não é um endereço desta máquina: use localhost ou 0.0.0.0.`);
  }
  return error;
};

/** Throws a StartError when the port is taken: before the minutes that a first start may take, not after. */
export const requireFreePort = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(explain(error, host, port)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });

/** Listens and answers the port, also when 0 asked for a free one. */
export const listen = async (app: FastifyInstance, host: string, port: number): Promise<number> => {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw explain(error, host, port);
  }
  const [address] = app.addresses();
  return typeof address === 'object' ? address.port : port;
};
