import { errorText } from '#web/client/errors.ts';
import { SupplierLinkDialog } from '#web/form/SupplierLinkDialog.tsx';
import { useQuoteQuery, type QuoteDetailsFragment, type QuoteRowFragment } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Button, Popover, Problem, Skeleton } from '#web/ui/index.ts';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { AddSupplier } from './suppliers/AddSupplier.tsx';
import { Settings } from './suppliers/Settings.tsx';
import { SupplierList } from './suppliers/SupplierList.tsx';
import { useDecisions } from './suppliers/useDecisions.ts';
import { failures, isPending, QUOTES } from './words.ts';
import styles from './suppliers/suppliers.module.css';

interface AnswersProps {
  row: QuoteRowFragment;
  trigger: ReactElement;
}

type Asked = { kind: 'settings' | 'supplier' } | { kind: 'link'; url: string };

interface DetailsProps {
  quote: QuoteDetailsFragment;
  /** What stands beside the list, in place of it: dialogs outlive the popover. */
  onAsk: (asked: Asked) => void;
}

const Details = ({ quote, onAsk }: DetailsProps) => {
  const decisions = useDecisions(quote);
  const open = quote.state === 'WAITING' || quote.state === 'TO_DECIDE';
  return (
    <>
      <SupplierList {...{ quote, decisions }} onLink={(url) => onAsk({ kind: 'link', url })} />
      {open && (
        <div className={styles.foot}>
          {quote.suppliers.some(isPending) && (
            <Button size="small" onClick={() => void decisions.remind()}>
              Lembrar pendentes
            </Button>
          )}
          <Button size="small" onClick={() => onAsk({ kind: 'settings' })}>
            Prorrogar prazo
          </Button>
          <Button size="small" onClick={() => onAsk({ kind: 'supplier' })}>
            Incluir fornecedor
          </Button>
        </div>
      )}
    </>
  );
};

const Dialogs = ({ quote, asked, onClose }: { quote: QuoteDetailsFragment; asked: Asked; onClose: () => void }) => {
  const decisions = useDecisions(quote);
  if (asked.kind === 'link') return <SupplierLinkDialog url={asked.url} onClose={onClose} />;
  if (asked.kind === 'supplier') return <AddSupplier {...{ quote, decisions, onClose }} />;
  return (
    <Settings
      quote={quote}
      onConfirm={async (input) => {
        if (await decisions.change(input)) onClose();
      }}
      onClose={onClose}
    />
  );
};

/** The suppliers of a quote in the list: how far each is, and what can be done about it (mock 22b). */
export const AnswersPopover = ({ row, trigger }: AnswersProps) => {
  const { companyId } = usePlace();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error } = useQuoteQuery({
    ...{ variables: { companyId, id: row.id }, skip: !open && asked === null },
    ...{ fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  const quote = data?.quote;
  const ask = (next: Asked) => {
    setOpen(false);
    setAsked(next);
  };
  return (
    <>
      <Popover ariaLabel={`Respostas de ${row.document}`} trigger={trigger} open={open} onOpenChange={setOpen}>
        <div className={styles.popover}>
          <header>
            <h2>
              {row.document}: {row.answered} de {row.suppliers.length} responderam
            </h2>
            <Link to={`${QUOTES}?id=${row.id}`}>Abrir mapa</Link>
          </header>
          {quote ? (
            <Details {...{ quote }} onAsk={ask} />
          ) : error ? (
            <Problem>{errorText(error, failures.one)}</Problem>
          ) : (
            <Skeleton rows={3} />
          )}
        </div>
      </Popover>
      {asked && quote && <Dialogs {...{ quote, asked }} onClose={() => setAsked(null)} />}
    </>
  );
};
