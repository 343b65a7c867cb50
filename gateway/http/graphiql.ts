import type { FastifyInstance } from 'fastify';
export const registerGraphiql = async (_app: FastifyInstance, _root: string | null): Promise<void> => {};
