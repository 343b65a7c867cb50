import { recurrenceText } from '#domain/financial/transactionModels/recurrence.ts';
import { formatMoney } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifyFailure, notifyUndo } from '#web/client/notify.ts';
import { usePauseTransactionModelMutation, type ModelRowFragment } from '#web/generated/financial.ts';
import { newTransactionEntry } from '#web/session/newTransaction.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { EditIcon, MoreIcon, PauseIcon, PlayIcon, UseIcon } from '#web/ui/icons.ts';
import { IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import { Link, useNavigate } from 'react-router-dom';
import { forgetModels } from './calls.ts';
import styles from './models.module.css';
import { TemplateText } from './TemplateText.tsx';
import { editAddress, TYPE_NAMES } from './words.ts';

/** What stands under "Valor": an amount, or where it comes from. */
const valueText = ({ valueRule, value, recurrence }: ModelRowFragment): string => {
  if (valueRule === 'FIXED') return formatMoney(value);
  if (valueRule === 'TYPED') return recurrence === 'ON_DEMAND' ? 'ao usar' : 'a digitar';
  return valueRule === 'LAST' ? 'último valor' : 'média 3 meses';
};

const usePause = () => {
  const { companyId } = usePlace();
  const [pause] = usePauseTransactionModelMutation({ update: forgetModels, context: { quiet: true } });
  const put = async (id: string, paused: boolean, name: string): Promise<void> => {
    try {
      await pause({ variables: { companyId, id, paused } });
      notifyUndo(paused ? 'Modelo pausado' : 'Modelo retomado', () => void put(id, !paused, name), name);
    } catch (error) {
      notifyFailure(error);
    }
  };
  return put;
};

/** Models with when they repeat and what their values come from. */
export const ModelList = ({ models, activeId }: { models: readonly ModelRowFragment[]; activeId: string | null }) => {
  const navigate = useNavigate();
  const pause = usePause();
  const actionsOf = (model: ModelRowFragment) => [
    { label: 'Editar', icon: <EditIcon />, onClick: () => void navigate(editAddress(model.id)) },
    {
      label: 'Usar agora',
      icon: <UseIcon />,
      disabled: !model.canChange,
      onClick: () => {
        const { to, options } = newTransactionEntry(model.type, model.id);
        void navigate(to, options);
      },
    },
    {
      label: model.paused ? 'Retomar' : 'Pausar',
      icon: model.paused ? <PlayIcon /> : <PauseIcon />,
      disabled: !model.canChange,
      onClick: () => void pause(model.id, !model.paused, model.name),
    },
  ];
  return (
    <table className={styles.models} aria-label="Modelos">
      <thead>
        <tr>
          <th scope="col">Modelo</th>
          <th scope="col">Repete</th>
          <th scope="col">Valor (R$)</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.id} data-active={model.id === activeId || undefined}>
            <td>
              <span className={styles.dot} data-type={model.type} aria-hidden="true" />
              <Link to={editAddress(model.id)} className={styles.name}>
                {model.name}
              </Link>
              {model.paused && <StatusPill tone="neutral">pausado</StatusPill>}
              <span className={styles.sub}>
                {TYPE_NAMES[model.type]} ·{' '}
                {model.documentNumber ? <TemplateText template={model.documentNumber} /> : 'número a informar'}
                {model.shares.length > 1 && ` · ${counted(model.shares.length, 'obra')}`}
              </span>
            </td>
            <td>
              {recurrenceText({
                ...model,
                kind: model.recurrence,
                day: model.day ?? null,
                weekday: model.weekday ?? null,
                month: model.month ?? null,
              })}
            </td>
            <td className={model.valueRule === 'FIXED' ? undefined : styles.source}>{valueText(model)}</td>
            <td>
              <Menu
                trigger={<IconButton label={`Ações de ${model.name}`} icon={<MoreIcon />} size="small" />}
                actions={actionsOf(model)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
