import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { ConflictBanner } from '#web/form/document/ConflictBanner.tsx';
import { FormPage } from '#web/form/FormPage.tsx';
import { useSendQuoteMutation, type QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { textsOf } from '#web/register/noun.ts';
import type { NewPurchase } from '#web/session/newPurchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { DeleteIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { forgetQuotes, withReason } from '../calls.ts';
import { State } from '../columns.tsx';
import { QuoteFiles } from '../files/QuoteFiles.tsx';
import { QuoteHistory } from '../history/QuoteHistory.tsx';
import { RemoveQuote } from '../RemoveQuote.tsx';
import { failures, noun, QUOTES } from '../words.ts';
import { QuoteFields } from './QuoteFields.tsx';
import { QuoteLines } from './QuoteLines.tsx';
import { SuppliersField } from './SuppliersField.tsx';
import { useQuoteEditor } from './useQuoteEditor.ts';

interface QuoteEditorProps {
  /** Null for a new request. */
  quote: QuoteDetailsFragment | null;
  /** What a new one begins with. */
  given?: NewPurchase | null;
  onClose: () => void;
  onSaved: (id: string) => void;
}

const texts = textsOf(noun);

/** A request until it is sent: what is asked, from whom, until when. */
export const QuoteEditor = ({ quote, given = null, onClose, onSaved }: QuoteEditorProps) => {
  const { companyId } = usePlace();
  const { draft, history, editor } = useQuoteEditor({ quote, given, onSaved, onClose });
  const { state } = draft;
  const [removing, setRemoving] = useState(false);
  const [send, sending] = useSendQuoteMutation({ context: { quiet: true }, update: forgetQuotes });
  const save = () => void editor.save();
  const sendAll = async (): Promise<void> => {
    if (!quote) return;
    try {
      await send({ variables: { companyId, id: quote.id, version: quote.version } });
      notifySuccess('Cotação enviada', { detail: quote.title });
    } catch (error) {
      notifyFailure(withReason(error), failures.send);
    }
  };
  return (
    <FormPage
      title={quote ? quote.title : texts.create}
      steps={[{ label: 'Cotações', to: QUOTES }]}
      status={
        <>
          {quote && <State state={quote.state} />}
          {state.dirty && <StatusPill tone="warning">não salvo</StatusPill>}
        </>
      }
      feminine
      form={{ ...state, saving: editor.saving, keptAt: draft.keptAt, row: draft.stored }}
      onSave={save}
      onDiscardDraft={editor.discard}
      banners={editor.conflict && <ConflictBanner {...editor.conflict} />}
      actions={(writable) => (
        <>
          {quote && writable && (
            <Menu
              trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
              actions={[{ label: 'Excluir…', icon: <DeleteIcon />, onClick: () => setRemoving(true) }]}
            />
          )}
          {quote && writable && (
            <Button disabled={state.dirty} busy={sending.loading} onClick={() => void sendAll()}>
              Enviar cotação
            </Button>
          )}
          {writable && (
            <Button variant="primary" shortcut="Ctrl S" busy={editor.saving} onClick={save}>
              Salvar
            </Button>
          )}
        </>
      )}
      end={quote && <QuoteHistory quote={quote} />}
      below={
        <RemoveQuote
          quote={removing ? quote : null}
          onRemoved={() => {
            setRemoving(false);
            if (quote) editor.accept(quote);
            onClose();
          }}
          onCancel={() => setRemoving(false)}
        />
      }
    >
      <QuoteFields {...{ state, history }} />
      <QuoteLines {...{ state, history }} />
      <SuppliersField {...{ state, history }} />
      <QuoteFiles quote={quote} readOnly={false} />
    </FormPage>
  );
};
