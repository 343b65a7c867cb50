import { MAX_COMMENT, searchedAt, withPicked } from '#domain/financial/comments/mentions.ts';
import { counted } from '#domain/numberFormat.ts';
import { MentionableDocument } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Button, SuggestingArea, type Option } from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import type { DocumentKey } from './useComments.ts';
import type { Typed } from './useKeptComment.ts';
import styles from '#web/form/history/history.module.css';

const MOST_PEOPLE = 8;

interface CommentBoxProps {
  of: DocumentKey;
  label: string;
  typed: Typed;
  onChange: (typed: Typed) => void;
  send: string;
  busy: boolean;
  onSend: () => void;
  onCancel?: () => void;
}

/** A comment that is being written: "@" offers those who may see the document, Ctrl+Enter sends it. */
export const CommentBox = ({ of, label, typed, onChange, send, busy, onSend, onCancel }: CommentBoxProps) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const { text, picked } = typed;
  const empty = text.trim() === '';
  const load = async (search: string) => {
    const { data } = await client.query({
      query: MentionableDocument,
      variables: { companyId, ...of, search, size: MOST_PEOPLE },
      ...{ fetchPolicy: 'network-only', context: { quiet: true } },
    });
    return (data?.people?.content ?? []).map(({ id, name }) => ({ id, label: name }));
  };
  const pickedWith = ({ id, label: name }: Option) => withPicked(picked, { id, name });
  return (
    <div className={styles.box}>
      <SuggestingArea
        value={text}
        onChange={(next, taken) => onChange({ text: next, picked: taken ? pickedWith(taken).picked : picked })}
        ariaLabel={label}
        placeholder="Escreva um comentário. @ menciona alguém."
        maxLength={MAX_COMMENT}
        autoFocus={onCancel !== undefined}
        searchAt={(value, caret) => searchedAt(value, caret, picked)}
        loadOptions={load}
        listLabel="Pessoas que podem ser mencionadas"
        countText={(count) => counted(count, 'pessoa')}
        insertedOf={(option) => `@${pickedWith(option).label}`}
        onSend={() => !empty && !busy && onSend()}
      />
      <div className={styles.actions}>
        {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
        <Button shortcut="Ctrl ↵" busy={busy} disabled={empty} onClick={onSend}>
          {send}
        </Button>
      </div>
    </div>
  );
};
