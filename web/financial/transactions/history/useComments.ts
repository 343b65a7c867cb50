import { storedText } from '#domain/financial/comments/mentions.ts';
import {
  useCreateCommentMutation,
  useDeleteCommentMutation,
  useTransactionCommentsQuery,
  useUpdateCommentMutation,
  type TransactionType,
} from '#web/generated/financial.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import { useState } from 'react';
import type { Typed } from './useKeptComment.ts';

export interface DocumentKey {
  type: TransactionType;
  id: string;
}

/** What is answered waits no longer. */
const forgetMentions = forgetting('mentions');
const SIZE = 20;
const CHANGING = ['TransactionComment'];

/** A page of comments on a document, live, and what is done to them. Calls answer whether they succeeded. */
export const useComments = ({ type, id }: DocumentKey) => {
  const { companyId } = usePlace();
  const [page, setPage] = useState(0);
  const { data, previousData, error, refetch } = useTransactionCommentsQuery({
    variables: { companyId, type, id, page, size: SIZE },
    ...{ fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  useRereadOnChange(CHANGING, refetch, false);
  const [create, creating] = useCreateCommentMutation();
  const [update, updating] = useUpdateCommentMutation();
  const [remove] = useDeleteCommentMutation();
  const place = { companyId, type, transactionId: id };
  const done = async (call: Promise<unknown>, after: () => Promise<unknown>): Promise<boolean> => {
    try {
      await call;
    } catch (failure) {
      notifyFailure(failure);
      return false;
    }
    // The comment is stored, whatever becomes of reading the list.
    await after().catch(() => undefined);
    return true;
  };
  const first = () => (page === 0 ? refetch() : Promise.resolve(setPage(0)));
  const textOf = ({ text, picked }: Typed) => storedText(text.trim(), picked);
  const comments = (data ?? previousData)?.comments;
  return {
    ...{ comments, error, page, setPage, pages: Math.ceil((comments?.totalElements ?? 0) / SIZE) },
    retry: () => void refetch().catch(() => undefined),
    busy: creating.loading || updating.loading,
    send: (typed: Typed) =>
      done(create({ variables: { ...place, text: textOf(typed) }, update: forgetMentions }), first),
    edit: (commentId: string, typed: Typed) =>
      done(update({ variables: { ...place, id: commentId, text: textOf(typed) } }), () => Promise.resolve()),
    remove: (commentId: string) => done(remove({ variables: { ...place, id: commentId } }), () => Promise.resolve()),
  };
};
