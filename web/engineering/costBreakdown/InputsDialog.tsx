import { counted } from '#domain/numberFormat.ts';
import { isPositive } from '#domain/money.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  BreakdownCategoriesDocument,
  CostBreakdownDocument,
  useClassifyInputsMutation,
  type BreakdownCategoriesQuery,
  type BreakdownInputKind,
} from '#web/generated/engineering.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { Button, Dialog, Select, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { amountText, type Breakdown } from './model.ts';
import styles from './inputs.module.css';

type Input = Breakdown['inputs'][number];

const NONE = 'none';
const KINDS: Record<Exclude<BreakdownInputKind, 'GROUP'>, string> = {
  WITHOUT_GROUP: 'Insumos sem grupo',
  WITHOUT_INPUT: 'Serviços sem insumos (preço digitado)',
};

const keyOf = ({ kind, groupId }: Input): string => `${kind}/${groupId ?? ''}`;
const nameOf = ({ kind, groupCode, groupName }: Input): string =>
  kind === 'GROUP' ? [groupCode, groupName].filter(Boolean).join(' ') : KINDS[kind];

const useCategories = () =>
  useAllRows({
    document: BreakdownCategoriesDocument,
    variables: {},
    pageOf: (data: BreakdownCategoriesQuery) => data.page,
    withPage: (data, page) => ({ ...data, page }),
    fresh: true,
  });

/** Which category each product group of the estimate belongs to: what is estimated is divided by it. */
export const InputsDialog = ({ breakdown, onClose }: { breakdown: Breakdown; onClose: () => void }) => {
  const { page } = useCategories();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const [classify, { loading }] = useClassifyInputsMutation({
    refetchQueries: [CostBreakdownDocument],
    awaitRefetchQueries: true,
  });
  const { inputs } = breakdown;
  const chosenOf = (input: Input): string => choices[keyOf(input)] ?? input.categoryId ?? NONE;
  const changed = inputs.filter((input) => chosenOf(input) !== (input.categoryId ?? NONE));
  const save = async () => {
    await classify({
      variables: {
        items: changed.map((input) => ({
          ...{ kind: input.kind, groupId: input.groupId ?? null },
          categoryId: chosenOf(input) === NONE ? null : chosenOf(input),
        })),
      },
    });
    notifySuccess('Categorias dos insumos salvas');
    onClose();
  };
  const options = [
    { value: NONE, label: 'Sem categoria' },
    ...(page?.content ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Insumos e categorias"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="primary"
            busy={loading}
            disabled={changed.length === 0}
            onClick={() => void save().catch(notifyFailure)}
          >
            {changed.length === 0 ? 'Salvar' : `Salvar ${counted(changed.length, 'grupo')}`}
          </Button>
        </>
      }
    >
      <p className={styles.about}>
        O orçado se divide pelas categorias dos seus insumos. A escolha vale para os orçamentos de toda a conta, e para
        os grupos dentro do grupo.
      </p>
      {page ? (
        <ul className={styles.list} aria-label="Grupos de insumos">
          {inputs.map((input) => (
            <li key={keyOf(input)} data-missing={chosenOf(input) === NONE || undefined}>
              <span>
                {nameOf(input)}
                <small>
                  {isPositive(input.estimated) ? `R$ ${amountText(input.estimated)}` : amountText(input.estimated)}
                  {input.inherited && choices[keyOf(input)] === undefined && ' · do grupo acima'}
                </small>
              </span>
              <Select
                ariaLabel={`Categoria de ${nameOf(input)}`}
                value={chosenOf(input)}
                options={options}
                onChange={(id) => setChoices({ ...choices, [keyOf(input)]: id })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton rows={8} />
      )}
    </Dialog>
  );
};
