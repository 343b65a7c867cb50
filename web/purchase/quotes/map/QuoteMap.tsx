import { formatMoment } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { SupplierLinkDialog } from '#web/form/SupplierLinkDialog.tsx';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { DeleteIcon, MoreIcon } from '#web/ui/icons.ts';
import { Banner, Breadcrumb, Button, IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { State } from '../columns.tsx';
import { QuoteHistory } from '../history/QuoteHistory.tsx';
import { RemoveQuote } from '../RemoveQuote.tsx';
import { isPending, ORDERS, QUOTES } from '../words.ts';
import { QuoteFiles } from '../files/QuoteFiles.tsx';
import { Reason } from '../suppliers/Asking.tsx';
import { Settings } from '../suppliers/Settings.tsx';
import { SuppliersCard } from '../suppliers/SuppliersCard.tsx';
import { useDecisions } from '../suppliers/useDecisions.ts';
import { Cards } from './Cards.tsx';
import { MapTable } from './MapTable.tsx';
import { chosenOf, isDearer, type Awards } from './offers.ts';
import styles from './map.module.css';

interface QuoteMapProps {
  quote: QuoteDetailsFragment;
  onClose: () => void;
}

type Asked = 'reason' | 'close' | 'settings' | 'remove' | null;

const storedAwards = ({ awards }: QuoteDetailsFragment): Awards =>
  new Map(awards.map(({ lineId, supplierId }) => [lineId, supplierId]));

/** The map of a quote that was sent: who asks what, who gets which line, and the orders (mock 5). */
export const QuoteMap = ({ quote, onClose }: QuoteMapProps) => {
  const decisions = useDecisions(quote);
  const [chosen, setChosen] = useState<Awards | null>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const [link, setLink] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const awards = chosen ?? storedAwards(quote);
  const open = quote.state === 'WAITING' || quote.state === 'TO_DECIDE';
  const answered = quote.suppliers.filter(({ answer }) => answer !== null);
  const pending = quote.suppliers.filter(isPending);
  const winners = new Set(awards.values()).size;
  const best = quote.comparison.bestCombination;

  const choose = (lineId: string, supplierId: string) => setChosen(new Map([...awards, [lineId, supplierId]]));
  const chooseAll = (supplierId: string) => {
    const offered = quote.suppliers.find(({ id }) => id === supplierId)?.answer?.lines ?? [];
    setChosen(new Map(offered.flatMap(({ lineId, price }) => (price === null ? [] : [[lineId, supplierId] as const]))));
  };
  const order = async (justification: string | null): Promise<void> => {
    setAsked(null);
    setBusy(true);
    const version = await decisions.award(awards, justification);
    if (version !== null && (await decisions.order(version))) setChosen(null);
    setBusy(false);
  };
  const actions: MenuAction[] = [
    ...(open ? [{ label: 'Prazo e juros…', onClick: () => setAsked('settings') }] : []),
    ...(open ? [{ label: 'Encerrar sem pedido…', onClick: () => setAsked('close') }] : []),
    ...(quote.state === 'CLOSED' ? [{ label: 'Reabrir', onClick: () => void decisions.reopen() }] : []),
    ...(quote.orders.length === 0
      ? [{ label: 'Excluir…', icon: <DeleteIcon />, separated: true, onClick: () => setAsked('remove' as const) }]
      : []),
  ];
  return (
    <div className={styles.page}>
      <Breadcrumb steps={[{ label: 'Cotações', to: QUOTES }]} />
      <header className={styles.header}>
        <h1>{quote.title}</h1>
        <State state={quote.state} />
        <span className={styles.value}>
          {quote.document} · {answered.length} de {quote.suppliers.length} respostas
          {quote.deadline !== null && ` · encerra em ${formatMoment(new Date(quote.deadline))}`}
        </span>
        <span className={styles.actions}>
          {actions.length > 0 && (
            <Menu trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />} actions={actions} />
          )}
          {open && pending.length > 0 && <Button onClick={() => void decisions.remind()}>Cobrar pendentes</Button>}
          {open && best !== null && (
            <Button
              onClick={() => setChosen(new Map(best.awards.map(({ lineId, supplierId }) => [lineId, supplierId])))}
            >
              Usar melhor combinação
            </Button>
          )}
          {open && (
            <Button
              variant="primary"
              busy={busy}
              disabled={winners === 0}
              onClick={() => (isDearer(quote, awards) ? setAsked('reason') : void order(null))}
            >
              Gerar pedidos ({String(winners)})
            </Button>
          )}
        </span>
      </header>
      {quote.orders.length > 0 && (
        <Banner tone="info">
          Pedidos gerados:{' '}
          {quote.orders.map(({ id, document }) => (
            <Link key={id} to={`${ORDERS}?id=${id}`}>
              {document}{' '}
            </Link>
          ))}
        </Banner>
      )}
      {quote.state === 'CLOSED' && (
        <Banner tone="info">Encerrada sem pedido{quote.closeReason === null ? '.' : `: ${quote.closeReason}`}</Banner>
      )}
      <Cards quote={quote} />
      {answered.length > 0 ? (
        <MapTable
          {...{ quote, awards }}
          onAward={open ? choose : undefined}
          onAwardAll={open ? chooseAll : undefined}
          onFile={(file) => void downloadFile(file.link, file.name).catch(notifyFailure)}
        />
      ) : (
        <p className={styles.empty}>Ninguém respondeu ainda. Copie o link de cada fornecedor, ou lembre quem falta.</p>
      )}
      {winners > 0 && (
        <p role="status">
          Escolha atual: <strong>{formatCurrency(chosenOf(quote, awards).total)}</strong> com frete
          {awards.size < quote.lines.length && `, ${awards.size} de ${quote.lines.length} itens`}
          {quote.justification !== null && ` · ${quote.justification}`}
        </p>
      )}
      <SuppliersCard {...{ quote, decisions }} onLink={setLink} />
      <QuoteFiles quote={quote} readOnly={!open} />
      <QuoteHistory quote={quote} />
      {asked === 'reason' && (
        <Reason
          title="A escolha não é a mais barata"
          label="Explique por que a escolha não é a combinação mais barata."
          confirm="Gerar pedidos"
          required
          onConfirm={(text) => void order(text)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'close' && (
        <Reason
          title="Encerrar sem pedido?"
          label="Motivo"
          confirm="Encerrar"
          required={false}
          onConfirm={(text) => {
            setAsked(null);
            void decisions.close(text);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'settings' && (
        <Settings
          quote={quote}
          onConfirm={async (input) => {
            if (await decisions.change(input)) setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {link !== null && <SupplierLinkDialog url={link} onClose={() => setLink(null)} />}
      <RemoveQuote
        quote={asked === 'remove' ? quote : null}
        onRemoved={() => {
          setAsked(null);
          onClose();
        }}
        onCancel={() => setAsked(null)}
      />
    </div>
  );
};
