import type { FastifyReply } from 'fastify';
import { dispositionOf } from './fileName.ts';

/** A stored file with its checked type. */
export interface StoredFile {
  name: string;
  mediaType: string;
  content: Buffer;
}

/** Answers the content of a file that somebody uploaded: no browser shows it as a page, guesses its type, or keeps it. */
export const sendFile = (reply: FastifyReply, { name, mediaType, content }: StoredFile): Buffer => {
  void reply.headers({
    'content-type': mediaType,
    'content-disposition': dispositionOf(name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  });
  return content;
};
