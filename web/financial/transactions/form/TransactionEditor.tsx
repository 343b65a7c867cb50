import { PAYMENT_NAMES } from '#domain/transactions.ts';
import { DocumentDrawer } from '#web/form/document/DocumentDrawer.tsx';
import type { FormDrawerProps } from '#web/form/FormDrawer.tsx';
import { same } from '#web/form/same.ts';
import type { TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import { useAccessLost } from '#web/session/accessLost.ts';
import { copyState, newModelOf } from '#web/session/newTransaction.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { CopyIcon, ModelIcon } from '#web/ui/icons.ts';
import { Banner, Button, ConfirmDialog, IconButton } from '#web/ui/index.ts';
import type { NewExpense } from '#web/financial/paymentCodes/intake/newExpense.ts';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ClosedMonthAction } from '#web/financial/monthClosing/exception/ClosedMonthAction.tsx';
import { closedText, exceptionText } from '#web/financial/monthClosing/exception/closedText.ts';
import { HistorySection } from '../history/HistorySection.tsx';
import { ApportionmentEditor } from './ApportionmentEditor.tsx';
import { Attachments } from './Attachments.tsx';
import { ChooseInstallment } from './codes/ChooseInstallment.tsx';
import { CodeDoubts } from './codes/CodeDoubts.tsx';
import { CodeField } from './codes/CodeField.tsx';
import { ShownCode } from './codes/ShownCode.tsx';
import { DuplicateBanner } from './DuplicateBanner.tsx';
import { FiscalDocumentRow } from './FiscalDocumentRow.tsx';
import { EditorStatus, Figures, subtitleOf, titleOf } from './EditorHeader.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { InstallmentsEditor } from './InstallmentsEditor.tsx';
import { MeasurementLink } from './MeasurementLink.tsx';
import type { GivenModel } from './given.ts';
import { hasPaid, type FormInstallment, type TransactionForm } from './model.ts';
import { hintOf, type GivenNota } from './nota.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { RetentionLink } from './RetentionLink.tsx';
import { RetentionsEditor } from './RetentionsEditor.tsx';
import { creates } from './retentions.ts';
import { useAttachmentPreview } from './useAttachmentPreview.tsx';
import { useListBehind } from './useListBehind.ts';
import { useTransactionEditor, type InitialForm } from './useTransactionEditor.ts';

/** A nota, and the parts of the drawer that are its own. */
export interface NotaFrame extends GivenNota, Pick<FormDrawerProps, 'beside' | 'leading' | 'asks'> {
  title: string;
  status: ReactNode;
  footNote: (form: TransactionForm) => string;
  /** Of the installments, while they are those of the nota. */
  installmentsNote: string | null;
  /** Called before a save that goes on with the next nota; absent where there is none. */
  beforeNext?: () => void;
}

export interface TransactionEditorProps {
  type: TransactionType;
  transaction: TransactionDetailFragment | null;
  /** What a new one begins with. */
  given?: GivenModel | null;
  /** The nota that a new one is filled in from, with what the drawer shows of it. */
  nota?: NotaFrame | null;
  /** Codes and files that a new expense begins with. */
  started?: NewExpense | null;
  /** The form of a new one that was begun elsewhere. */
  initial?: InitialForm | null;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) transaction of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** Called with the id of a new transaction after its save. */
  onSaved: (id: string) => void;
}

const OTHER_BUILDINGS = 'Há obras neste lançamento em que você não tem permissão: ele só pode ser consultado.';

const notaProps = (nota: NotaFrame, form: TransactionForm, save: () => void) => ({
  ...{ beside: nota.beside, leading: nota.leading, asks: nota.asks, footNote: nota.footNote(form) },
  ...(nota.beforeNext && {
    next: {
      label: 'Salvar e próxima nota',
      saveAndGo: () => {
        nota.beforeNext?.();
        save();
      },
    },
  }),
});

/** The form of one transaction. */
export const TransactionEditor = ({
  type,
  transaction,
  given = null,
  nota = null,
  started = null,
  initial = null,
  onClose,
  onMove,
  onSaved,
}: TransactionEditorProps) => {
  const expense = type === 'DEBIT';
  const navigate = useNavigate();
  const behind = useListBehind(type);
  const { may } = useSession();
  const locked = transaction !== null && !transaction.canChange;
  const closed = transaction !== null && transaction.closedMonth !== null && transaction.closedException === null;
  const accessLost = useAccessLost();
  const mayPay = !accessLost && !locked;
  const readOnly = !mayPay || closed;
  const { draft, editor, payments, files, codes, doubts, duplicate, habit } = useTransactionEditor({
    ...{ type, transaction, given, nota, started, initial, editable: !readOnly, onClose, onSaved },
  });
  const attachments = transaction?.attachments ?? [];
  const preview = useAttachmentPreview(type, { attachments, pending: files.pending, onDownload: files.download });
  const [shown, setShown] = useState<FormInstallment | null>(null);
  const { state } = draft;
  const { form } = state;
  const next = form.installments.find((one) => one.forecast);
  const { paying } = payments;
  // The payable of a retention: its invoice decides everything but days and payments.
  const fixed = transaction?.retentionOf != null;
  const note = transaction === null ? creates(form.installments.length, form) : null;
  const pay = nota === null && next && <Button onClick={() => payments.open(next)}>{PAYMENT_NAMES[type]}</Button>;
  const copy = () => {
    if (!transaction) return;
    const search = new URLSearchParams(behind.search);
    search.set('id', 'new');
    void navigate({ pathname: behind.pathname, search: search.toString() }, { state: copyState(transaction.id) });
  };
  return (
    <DocumentDrawer
      draft={draft}
      editor={editor}
      feminine
      title={nota?.title ?? titleOf(transaction, expense)}
      subtitle={transaction ? subtitleOf(transaction) : given ? `Do modelo ${given.model.name}` : undefined}
      single={given !== null || nota !== null || started !== null || initial !== null}
      {...(nota && notaProps(nota, form, () => void editor.save()))}
      {...(preview.beside && { beside: preview.beside })}
      tools={
        transaction?.canChange === true &&
        !fixed && (
          <>
            <IconButton label="Duplicar" icon={<CopyIcon />} onClick={copy} />
            {may({ allOf: ['DEBIT', 'CREDIT'] }) && (
              <IconButton
                label="Salvar como modelo"
                icon={<ModelIcon />}
                onClick={() => void navigate(newModelOf(type, transaction.id))}
              />
            )}
          </>
        )
      }
      status={nota ? nota.status : <EditorStatus transaction={transaction} />}
      onClose={onClose}
      onMove={onMove}
      readOnly={locked ? OTHER_BUILDINGS : closed ? closedText(transaction.closedMonth) : undefined}
      readOnlyAction={closed && !locked && <ClosedMonthAction transaction={transaction} />}
      doubt={
        (duplicate !== undefined || doubts.length > 0) && (
          <>
            {duplicate && <DuplicateBanner duplicate={duplicate} confirmed={editor.confirmed} />}
            {doubts.length > 0 && <CodeDoubts doubts={doubts} confirmed={editor.confirmed} />}
          </>
        )
      }
      removal={
        transaction !== null && !fixed && !hasPaid(form)
          ? {
              title: expense ? 'Excluir a despesa?' : 'Excluir a receita?',
              text: form.retained
                ? 'As parcelas, o rateio, os anexos e as guias das retenções também serão excluídos. Por 30 dias é possível restaurar tudo.'
                : 'As parcelas, o rateio e os anexos também serão excluídos. Por 30 dias é possível restaurar tudo.',
            }
          : undefined
      }
      actions={pay}
      readOnlyActions={mayPay && pay}
      {...(note !== null && { footNote: note })}
      below={
        <>
          {transaction?.fiscalDocument && <FiscalDocumentRow document={transaction.fiscalDocument} />}
          <Attachments
            attachments={attachments}
            pending={files.pending}
            readOnly={!mayPay}
            preview={preview}
            onAdd={(added) => {
              files.add(added);
              if (expense) codes.read(added);
            }}
            onCancel={files.cancel}
            onDownload={files.download}
            onRemove={files.remove}
          />
          {transaction && <HistorySection transaction={transaction} />}
          {paying && (
            <PaymentDialog
              expense={expense}
              installment={paying.installment}
              number={1 + form.installments.findIndex((one) => one.id === paying.installment.id)}
              form={form}
              busy={paying.busy}
              refused={paying.refused}
              onPay={payments.pay}
              onClose={payments.close}
            />
          )}
          {codes.question && <ChooseInstallment form={form} {...codes.question} />}
          {shown && <ShownCode installment={shown} form={form} onClose={() => setShown(null)} />}
          {payments.question && (
            <ConfirmDialog
              open
              title={expense ? 'Desfazer este pagamento?' : 'Desfazer este recebimento?'}
              text={`Este ${expense ? 'pagamento' : 'recebimento'} está conciliado com o extrato. Ao desfazer, a linha do banco volta para “A conciliar”.`}
              confirm="Desfazer"
              {...payments.question}
            />
          )}
        </>
      }
    >
      {transaction?.closedException != null && (
        <Banner tone="warning">{exceptionText(transaction.closedMonth, transaction.closedException)}</Banner>
      )}
      <Figures form={form} expense={expense} saved={transaction !== null} />
      {transaction && <MeasurementLink transaction={transaction} />}
      {transaction && <RetentionLink transaction={transaction} />}
      <HeaderFields
        key={editor.round}
        type={type}
        state={state}
        categoryHint={hintOf(nota, form, 'category') ?? habit}
        nota={nota}
        autoFocus={transaction === null && nota === null}
        fixed={fixed}
      />
      <InstallmentsEditor
        state={state}
        readOnly={readOnly}
        mayPay={mayPay}
        expense={expense}
        onPay={payments.open}
        onUndo={payments.undo}
        onReceipt={payments.receipt}
        isReconciled={payments.isReconciled}
        onShowCode={setShown}
        fixed={fixed}
        note={nota && same(form.installments, nota.form.installments) ? nota.installmentsNote : null}
      >
        {expense && !readOnly && <CodeField {...codes.field} />}
      </InstallmentsEditor>
      {expense && !fixed && <RetentionsEditor state={state} readOnly={readOnly} />}
      <ApportionmentEditor
        state={state}
        readOnly={readOnly || fixed}
        hint={form.retentions.length > 0 ? 'pelo bruto' : undefined}
        otherBuildingsValue={transaction?.otherBuildingsValue ?? null}
      />
    </DocumentDrawer>
  );
};
