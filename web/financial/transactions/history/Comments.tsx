import { errorText } from '#web/client/errors.ts';
import type { CommentRowFragment } from '#web/generated/financial.ts';
import { Button, Dialog, ErrorState, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { Comment } from './Comment.tsx';
import { CommentBox } from './CommentBox.tsx';
import { Pages } from '#web/form/history/Pages.tsx';
import { useComments, type DocumentKey } from './useComments.ts';
import { EMPTY, useKeptComment } from './useKeptComment.ts';
import styles from '#web/form/history/history.module.css';

const mentionsSomebody = ({ mentions }: CommentRowFragment) => mentions.length > 0;

/** What people say of a document, the latest first, below what one says oneself. */
export const Comments = ({ of }: { of: DocumentKey }) => {
  const { comments, error, retry, page, pages, setPage, busy, send, edit, remove } = useComments(of);
  const [typed, setTyped] = useKeptComment(of.id);
  const [asked, setAsked] = useState<CommentRowFragment | null>(null);
  return (
    <section aria-label="Comentários" className={styles.part}>
      <h4 className={styles.title}>Comentários</h4>
      <CommentBox
        of={of}
        label="Novo comentário"
        typed={typed}
        onChange={setTyped}
        send="Comentar"
        busy={busy}
        onSend={() => void send(typed).then((sent) => sent && setTyped(EMPTY))}
      />
      {comments ? (
        <ul className={styles.list} aria-label="Comentários">
          {comments.content.map((comment) => (
            <Comment
              key={comment.id}
              of={of}
              comment={comment}
              busy={busy}
              onEdit={(text) => edit(comment.id, text)}
              onRemove={() => setAsked(comment)}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState message={errorText(error)} onRetry={retry} />
      ) : (
        <Skeleton rows={2} />
      )}
      {comments?.totalElements === 0 && <p className={styles.none}>Ninguém comentou ainda.</p>}
      <Pages page={page} pages={pages} onPage={setPage} noun="Comentários" />
      {asked && (
        <Dialog
          open
          kind="alert"
          title="Remover o comentário?"
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>Cancelar</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsked(null);
                  void remove(asked.id);
                }}
              >
                Remover
              </Button>
            </>
          }
        >
          {`O texto some para todos, e fica só que havia um comentário.${
            mentionsSomebody(asked) ? ' Quem foi mencionado já foi avisado.' : ''
          } Isto não pode ser desfeito.`}
        </Dialog>
      )}
    </section>
  );
};
