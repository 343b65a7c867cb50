import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { quoteRequestEndpoints } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { readUpload } from '../../financial/attachments/upload.ts';
import { implementPublic } from '../../platform/http/route.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { sendFile } from '../../platform/http/sendFile.ts';
import { declineRequest, resumeRequest, saveDraft, sendAnswer } from './answer.ts';
import { attachOwn, detachOwn, readOwn } from './files.ts';
import { readStored, requestAnswer } from './read.ts';
import { visit } from './visit.ts';
import { outsider, sourceOf, visitorOf, writerOf, type Visitor } from './visitor.ts';

interface Call {
  params: { token: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The page of a supplier (§2, `/quote-request/:token`): no login, only what his link may know. */
export const quoteRequest = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  const { get, saveDraft: draft, answer, decline, resume, attach, detach, file } = quoteRequestEndpoints;

  /** Runs a change of whom the token names. Nothing of it is kept by anybody in between. */
  const change = async <T>(
    { params, request, reply }: Call,
    write: (trx: Trx, work: Work<Outsider>, visitor: Visitor) => Promise<T>,
  ): Promise<T> => {
    void reply.header('cache-control', 'private, no-store');
    const visitor = await writerOf(platform, request, params.token);
    return platform.command(outsider(visitor), sourceOf(request), (trx, work) => write(trx, work, visitor));
  };

  implementPublic(app, get, async (call) => {
    const { request, params, reply } = call;
    if (request.method !== 'HEAD') return change(call, visit);
    // A program that only looks whether the address exists has not opened the request.
    void reply.header('cache-control', 'private, no-store');
    const visitor = await visitorOf(platform, request, params.token);
    const now = platform.clock.now();
    return platform.query(visitor, async (trx) => requestAnswer(await readStored(trx, visitor, now), now));
  });
  implementPublic(app, draft, (call) => change(call, (trx, work, visitor) => saveDraft(trx, work, visitor, call.body)));
  implementPublic(app, answer, (call) =>
    change(call, (trx, work, visitor) => sendAnswer(trx, work, visitor, call.body)),
  );
  implementPublic(app, decline, (call) =>
    change(call, (trx, work, visitor) => declineRequest(trx, work, visitor, call.body.reason)),
  );
  implementPublic(app, resume, (call) => change(call, resumeRequest));
  implementPublic(app, attach, async (call) => {
    // Before the body is read: whoever has no link uploads nothing.
    await visitorOf(platform, call.request, call.params.token);
    const uploaded = await readUpload(call.request);
    return change(call, (trx, work, visitor) => attachOwn(trx, work, visitor, uploaded));
  });
  implementPublic(app, detach, (call) =>
    change(call, (trx, work, visitor) => detachOwn(trx, work, visitor, call.params.attachmentId)),
  );
  implementPublic(app, file, async ({ params, request, reply }) => {
    const visitor = await visitorOf(platform, request, params.token);
    const now = platform.clock.now();
    return sendFile(reply, await platform.query(visitor, (trx) => readOwn(trx, visitor, params.attachmentId, now)));
  });
};
