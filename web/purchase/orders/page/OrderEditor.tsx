import { allowedBuildings } from '#domain/permissions.ts';
import { ConflictBanner } from '#web/form/document/ConflictBanner.tsx';
import { FormPage } from '#web/form/FormPage.tsx';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { textsOf } from '#web/register/noun.ts';
import { newPurchaseEntry, type NewPurchase } from '#web/session/newPurchase.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { DeleteIcon, EquipmentIcon, MoreIcon, QuoteIcon } from '#web/ui/icons.ts';
import { Button, DropTarget, IconButton, Menu, StatusPill, useIsPhone } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { State } from '../columns.tsx';
import { DispatchBar } from '../dispatch/DispatchBar.tsx';
import { OrderHistory } from '../history/OrderHistory.tsx';
import { RemoveOrder } from '../RemoveOrder.tsx';
import { bothOf, isReceivable, noun, ORDERS } from '../words.ts';
import { ApprovalBand } from '../approval/ApprovalBand.tsx';
import { DecisionButtons } from '../approval/DecisionButtons.tsx';
import { BeforeSaving } from './BeforeSaving.tsx';
import { setLine } from './edits.ts';
import { quotedLines, typed } from './model.ts';
import { useOrderCheck } from './useOrderCheck.ts';
import { DeliveriesCard } from './DeliveriesCard.tsx';
import { figuresOf } from './figures.ts';
import { OrderFields } from './OrderFields.tsx';
import { OrderLines } from './OrderLines.tsx';
import { PaymentCard } from './PaymentCard.tsx';
import { PrintButton } from './PrintButton.tsx';
import { useOrderEditor } from './useOrderEditor.ts';
import { ValueCard } from './ValueCard.tsx';
import dropStyles from '../invoice/tray.module.css';
import styles from './order.module.css';

export interface OrderEditorProps {
  /** Null for a new order. */
  order: OrderDetailsFragment | null;
  /** What a new one begins with. */
  given?: NewPurchase | null;
  onClose: () => void;
  onMove: ((direction: 1 | -1) => void) | undefined;
  /** Receives what arrived, by an NF-e where one was dropped. */
  onReceive: (nota?: File) => void;
  /** A new order was saved. */
  onSaved: (id: string) => void;
}

const texts = textsOf(noun);

/** Why an order is only read. */
const useReadOnlyText = (order: OrderDetailsFragment | null): string | undefined => {
  const { grantee } = useSession();
  const { companyId } = usePlace();
  const allowed = allowedBuildings(grantee, companyId, ['PURCHASE']);
  if (!order || allowed === 'all' || allowed.includes(order.building.id)) return undefined;
  return 'Sem permissão de compras nesta obra, o pedido só pode ser consultado.';
};

/** The page of one order (mock 20b). */
export const OrderEditor = ({ order, given = null, onClose, onMove, onReceive, onSaved }: OrderEditorProps) => {
  const { draft, history, editor } = useOrderEditor({ order, given, onSaved, onClose });
  const { state } = draft;
  const { form, dirty } = state;
  const [removing, setRemoving] = useState(false);
  const phone = useIsPhone();
  const readOnly = useReadOnlyText(order);
  const figures = useMemo(() => figuresOf(form), [form]);
  const check = useOrderCheck(form, {
    ...{ id: order?.id ?? null, version: order?.version ?? null, readOnly: readOnly !== undefined },
  });
  const save = () => void editor.save();
  const navigate = useNavigate();
  const quote = () => {
    if (!order) return;
    const { to, options } = newPurchaseEntry('newQuote', { building: order.building, lines: quotedLines(order) });
    void navigate(to, options);
  };
  const removed = () => {
    setRemoving(false);
    if (order) editor.accept(order);
    onClose();
  };
  const title = order ? `Pedido ${order.document}` : texts.create;
  const approval = order?.approval ?? null;
  const receivable = order && isReceivable(bothOf(order));
  const deciding = order && approval?.mayDecide === true && <DecisionButtons order={order} dirty={dirty} />;
  const main = (
    <>
      {receivable && (
        // What is received is of the stored order.
        <Button icon={<EquipmentIcon />} disabled={dirty} onClick={() => onReceive()}>
          Receber
        </Button>
      )}
      <Button variant="primary" shortcut="Ctrl S" busy={editor.saving} onClick={save}>
        Salvar
      </Button>
    </>
  );
  const page = (
    <FormPage
      title={title}
      steps={[{ label: 'Pedidos e notas', to: ORDERS }]}
      status={
        <>
          {order && <State state={order.state} approval={approval?.status ?? null} />}
          {dirty && <StatusPill tone="warning">não salvo</StatusPill>}
        </>
      }
      form={{ ...state, saving: editor.saving, keptAt: draft.keptAt, row: draft.stored }}
      readOnly={readOnly}
      onMove={order ? onMove : undefined}
      onSave={save}
      onDiscardDraft={editor.discard}
      banners={
        <>
          {editor.conflict && <ConflictBanner {...editor.conflict} />}
          {approval && <ApprovalBand approval={approval} action={!phone && deciding} />}
        </>
      }
      actions={(writable) => (
        <>
          {order && <PrintButton order={order} dirty={dirty} />}
          {order && writable && (
            <Menu
              trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
              actions={[
                { label: 'Cotar estes itens', icon: <QuoteIcon />, onClick: quote },
                { label: 'Excluir…', icon: <DeleteIcon />, separated: true, onClick: () => setRemoving(true) },
              ]}
            />
          )}
          {/* A thumb decides about what is stored; what was typed is saved first. */}
          {writable && (phone ? <div className={styles.foot}>{(!dirty && deciding) || main}</div> : main)}
        </>
      )}
      aside={
        <>
          {readOnly === undefined && (
            <BeforeSaving
              check={check}
              buildingId={form.building?.id ?? null}
              onUsePrice={(key, price) => history.edit(setLine(key, { price: typed(price) }))}
            />
          )}
          <ValueCard {...{ state, history, figures }} />
        </>
      }
      end={order && <OrderHistory order={order} />}
      below={<RemoveOrder order={removing ? order : null} onRemoved={removed} onCancel={() => setRemoving(false)} />}
    >
      {order && <DispatchBar order={order} dirty={dirty} writable={readOnly === undefined} />}
      <OrderFields
        {...{ state, history }}
        isNew={order === null}
        received={order !== null && order.deliveries.length > 0}
      />
      <OrderLines {...{ state, history, figures, check }} readOnly={readOnly !== undefined} />
      <PaymentCard {...{ state, history, figures }} />
      {order && <DeliveriesCard order={order} writable={readOnly === undefined} dirty={dirty} />}
    </FormPage>
  );
  return (
    <DropTarget
      label="Solte o XML da NF-e"
      className={dropStyles.list}
      disabled={!receivable || dirty || readOnly !== undefined}
      onFiles={([file]) => file && onReceive(file)}
    >
      {page}
    </DropTarget>
  );
};
