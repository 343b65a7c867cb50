import { Type, type Static } from 'typebox';
import { MAX_COMMENT } from '#domain/financial/comments/mentions.ts';
import { TransactionType } from '../categories.rest.ts';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, Instant, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';
import { pageKeys, transactionParams } from './history.rest.ts';

const commentParams = Type.Object({ companyId: Id, id: Id, commentId: Id });

export const TransactionComment = Type.Object({
  id: Id,
  at: Instant,
  author: Nullable(NamedReference),
  text: Nullable(
    Type.String({ description: 'Plain text; "@[12]" mentions the user 12. Null of a comment that was removed' }),
  ),
  mentions: Type.Array(NamedReference, { description: 'Those whom the text mentions, with their names of today' }),
  editedAt: Nullable(Instant),
  removedAt: Nullable(Instant),
  canEdit: Type.Boolean({ description: 'It is of the asking user' }),
  canRemove: Type.Boolean({ description: 'It is of the asking user, or an administrator asks' }),
});
export type TransactionComment = Static<typeof TransactionComment>;

export const CommentBody = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: MAX_COMMENT,
    pattern: '\\S',
    description: 'Plain text; "@[12]" mentions the user 12, who must be able to see the transaction',
    'x-message': 'Escreva o comentário, com até 2.000 caracteres.',
  }),
});

/** A comment that mentions the asking user, and what it is on. */
export const Mention = Type.Object({
  id: Id,
  at: Instant,
  author: Nullable(NamedReference),
  text: Type.String({ description: 'As of a comment' }),
  mentions: Type.Array(NamedReference),
  transaction: Type.Object({
    id: Id,
    type: TransactionType,
    documentNumber: Nullable(Type.String()),
    description: Nullable(Type.String()),
    partner: Nullable(NamedReference),
  }),
});
export type Mention = Static<typeof Mention>;

/** Below `/credit` or `/debit`. */
export const commentEndpoints = (collection: string, failure: string) => ({
  comments: endpoint({
    method: 'GET',
    path: `${collection}/:id/comments`,
    summary: 'Comments on a transaction, the latest first',
    params: transactionParams,
    query: Type.Object(pageKeys),
    answer: Page(TransactionComment),
    failure,
  }),
  mentionable: endpoint({
    method: 'GET',
    path: `${collection}/:id/mentionable`,
    summary: 'Users who may see a transaction, by name: those whom a comment on it may mention',
    params: transactionParams,
    query: Type.Object({ ...pageKeys, search: listKeys.search }),
    answer: Page(NamedReference),
    failure,
  }),
  comment: endpoint({
    method: 'POST',
    path: `${collection}/:id/comments`,
    summary: 'Comments on a transaction; those who are mentioned get a message',
    params: transactionParams,
    body: CommentBody,
    answer: TransactionComment,
  }),
  editComment: endpoint({
    method: 'PUT',
    path: `${collection}/:id/comments/:commentId`,
    summary: 'Changes the text of an own comment; who is mentioned for the first time gets a message',
    params: commentParams,
    body: CommentBody,
    answer: TransactionComment,
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: `${collection}/:id/comments/:commentId`,
    summary: 'Removes the text of an own comment, or as an administrator of any',
    params: commentParams,
    answer: TransactionComment,
  }),
});

export const mentionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/financial/company/:companyId/mentions',
    summary:
      'Comments of the last 30 days that mention the asking user, who has not commented on their transaction since; the latest first',
    params: Type.Object({ companyId: Id }),
    query: Type.Object(pageKeys),
    answer: Page(Mention),
  }),
};
