import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { WORKING_DAY_RULE_LABELS } from '#domain/financial/transactionModels/workingDays.ts';
import { formatDate } from '#domain/dates.ts';
import { isPositive } from '#domain/money.ts';
import { formatCurrency, formatExact } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useDeleteRetentionRuleMutation,
  useRetentionRulesQuery,
  type RetentionRuleRowFragment,
} from '#web/generated/financial.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { AddIcon, DeleteIcon, EditIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, ConfirmDialog, Dialog, ErrorState, IconButton, Menu, today } from '#web/ui/index.ts';
import { useState } from 'react';
import { failures, FACTS } from '../words.ts';
import { RuleEditor, type RuleEditorProps } from './RuleEditor.tsx';
import styles from './rules.module.css';

type Rule = RetentionRuleRowFragment;

/** The rules of what is withheld: everybody who sees expenses reads them, an administrator writes them. */
export const RulesDialog = ({ onClose }: { onClose: () => void }) => {
  const isAdmin = useSession().may('admin');
  const { data, error, refetch } = useRetentionRulesQuery({
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const [editing, setEditing] = useState<Omit<RuleEditorProps, 'onDone'> | null>(null);
  const [removed, setRemoved] = useState<Rule | null>(null);
  const rules = data?.retentionRules;
  if (!rules && !error) return null;
  const title = editing === null ? 'Regras de retenção' : titleOf(editing);
  return (
    <Dialog open wide onClose={editing === null ? onClose : () => setEditing(null)} title={title} actions={null}>
      {editing !== null ? (
        <RuleEditor {...editing} onDone={() => setEditing(null)} />
      ) : rules ? (
        <>
          <p className={styles.about}>
            Confirme alíquotas, mínimos e datas com o seu contador: são um ponto de partida, com a fonte legal de cada
            uma. Uma nova vigência não muda as notas já lançadas.
          </p>
          <RulesTable rules={rules} writable={isAdmin} onEdit={setEditing} onRemove={setRemoved} />
          <div className={styles.actions}>
            {isAdmin && (
              <Button icon={<AddIcon />} onClick={() => setEditing({ rule: null, validFrom: today() })}>
                Regra
              </Button>
            )}
            <Button variant="primary" onClick={onClose} autoFocus>
              Fechar
            </Button>
          </div>
        </>
      ) : (
        <ErrorState message={errorText(error, failures.rules)} onRetry={() => void refetch()} />
      )}
      {removed && <RemoveRule rule={removed} onDone={() => setRemoved(null)} />}
    </Dialog>
  );
};

const nameOf = ({ tax, city }: Rule): string => (city == null ? TAX_LABELS[tax] : `${TAX_LABELS[tax]} de ${city}`);

const titleOf = ({ rule, validFrom }: Omit<RuleEditorProps, 'onDone'>): string => {
  if (rule === null) return 'Nova regra de retenção';
  return validFrom === null ? `Alterar a regra de ${nameOf(rule)}` : `Nova vigência de ${nameOf(rule)}`;
};

interface TableProps {
  rules: readonly Rule[];
  writable: boolean;
  onEdit: (editing: Omit<RuleEditorProps, 'onDone'>) => void;
  onRemove: (rule: Rule) => void;
}

const validityOf = ({ validFrom, validUntil }: Rule): string =>
  validUntil == null ? `desde ${formatDate(validFrom)}` : `${formatDate(validFrom)} a ${formatDate(validUntil)}`;

const RulesTable = ({ rules, ...rest }: TableProps) => (
  <div className={styles.scroll} tabIndex={0} role="group" aria-label="Regras de retenção">
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Imposto</th>
          <th scope="col">Alíquota</th>
          <th scope="col">Vence</th>
          <th scope="col">Recolher a</th>
          <th scope="col">Vigência</th>
          {rest.writable && (
            <th scope="col">
              <span className="visuallyHidden">Ações</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <RuleRows key={rule.id} rule={rule} {...rest} />
        ))}
      </tbody>
    </table>
  </div>
);

/** What a rule says, and below it the law that says so. */
const RuleRows = ({ rule, writable, onEdit, onRemove }: Omit<TableProps, 'rules'> & { rule: Rule }) => {
  const past = rule.validUntil != null && rule.validUntil < today() ? '' : undefined;
  return (
    <>
      <tr data-past={past}>
        <th scope="row">{nameOf(rule)}</th>
        <td data-label="Alíquota">
          {formatExact(rule.rate)}%
          {rule.basePercentage !== '100.00' && <small>de {formatExact(rule.basePercentage)}% da nota</small>}
          {isPositive(rule.minimum) && <small>nada até {formatCurrency(rule.minimum)}</small>}
        </td>
        <td data-label="Vence">
          dia {rule.dueDay} do mês seguinte
          <small>
            {FACTS[rule.fact]} · {WORKING_DAY_RULE_LABELS[rule.workingDayRule].toLowerCase()}
          </small>
        </td>
        <td data-label="Recolher a">
          {rule.collector}
          {rule.code != null && <small>código {rule.code}</small>}
        </td>
        <td data-label="Vigência">{validityOf(rule)}</td>
        {writable && (
          <td className={styles.menu}>
            <Menu
              trigger={
                <IconButton size="small" label={`Ações de ${nameOf(rule)}, ${validityOf(rule)}`} icon={<MoreIcon />} />
              }
              actions={[
                { label: 'Nova vigência', icon: <AddIcon />, onClick: () => onEdit({ rule, validFrom: today() }) },
                { label: 'Alterar', icon: <EditIcon />, onClick: () => onEdit({ rule, validFrom: null }) },
                ...(rule.validUntil == null
                  ? [{ label: 'Excluir', icon: <DeleteIcon />, separated: true, onClick: () => onRemove(rule) }]
                  : []),
              ]}
            />
          </td>
        )}
      </tr>
      <tr className={styles.law} data-past={past}>
        <td colSpan={writable ? 6 : 5}>{rule.legalSource}</td>
      </tr>
    </>
  );
};

/** The last rule of a tax goes after a question; the one before it holds again. */
const RemoveRule = ({ rule, onDone }: { rule: Rule; onDone: () => void }) => {
  const [remove] = useDeleteRetentionRuleMutation({ context: { quiet: true } });
  const confirm = () => {
    remove({
      variables: { id: rule.id, version: rule.version },
      update: forgetting('retentionRules', 'retentionProposals'),
    })
      .then(() => notifySuccess('Regra de retenção excluída'))
      .catch((error: unknown) => notifyFailure(error, 'Falha para excluir a regra'))
      .finally(onDone);
  };
  return (
    <ConfirmDialog
      open
      danger
      title={`Excluir a regra de ${nameOf(rule)}?`}
      text="A vigência anterior, se houver, volta a valer. As notas já lançadas não mudam."
      confirm="Excluir"
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
};
