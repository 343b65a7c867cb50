import { commentParts, typedText } from '#domain/financial/comments/mentions.ts';
import { momentOf } from '#web/form/history/moment.ts';
import type { CommentRowFragment } from '#web/generated/financial.ts';
import { DeleteIcon, EditIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import { useState } from 'react';
import { CommentBox } from './CommentBox.tsx';
import type { DocumentKey } from './useComments.ts';
import type { Typed } from './useKeptComment.ts';
import styles from '#web/form/history/history.module.css';

interface CommentProps {
  of: DocumentKey;
  comment: CommentRowFragment;
  busy: boolean;
  onEdit: (typed: Typed) => Promise<boolean>;
  onRemove: () => void;
}

/** One comment, with what its author may do with it. */
export const Comment = ({ of, comment, busy, onEdit, onRemove }: CommentProps) => {
  const { at, author, text, mentions, editedAt, canEdit, canRemove } = comment;
  const [editing, setEditing] = useState<Typed | null>(null);
  const name = author?.name ?? 'Usuário excluído';
  const change = (typed: Typed) =>
    void onEdit(typed).then((saved) => {
      if (saved) setEditing(null);
    });
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <strong>{name}</strong>
        <span className={styles.when}>
          <time dateTime={at}>{momentOf(at)}</time>
          {editedAt !== null && text !== null && ' · editado'}
        </span>
        <span className={styles.tools}>
          {canEdit && text !== null && editing === null && (
            <IconButton
              label={`Editar o comentário de ${momentOf(at)}`}
              icon={<EditIcon />}
              onClick={() => setEditing(typedText(text, mentions))}
            />
          )}
          {canRemove && (
            <IconButton
              label={`Remover o comentário de ${name}, ${momentOf(at)}`}
              icon={<DeleteIcon />}
              onClick={onRemove}
            />
          )}
        </span>
      </div>
      {text === null ? (
        <p className={styles.gone}>Comentário removido.</p>
      ) : editing === null ? (
        <p className={styles.text}>
          {commentParts(text, mentions).map((piece, index) =>
            piece.mention ? (
              <span key={index} className={styles.mention}>
                {piece.text}
              </span>
            ) : (
              piece.text
            ),
          )}
        </p>
      ) : (
        <CommentBox
          of={of}
          label="Comentário"
          typed={editing}
          onChange={setEditing}
          send="Salvar comentário"
          busy={busy}
          onSend={() => change(editing)}
          onCancel={() => setEditing(null)}
        />
      )}
    </li>
  );
};
