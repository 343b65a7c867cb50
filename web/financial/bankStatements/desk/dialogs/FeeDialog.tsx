import { formatCurrency } from '#domain/money.ts';
import { stripAccents } from '#domain/text.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import { Button, Combobox, Dialog, Field, type Option } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { itemOfSelection, type Picked } from '../items.ts';
import { type Line, unsigned } from '../model.ts';
import { sumsOf } from '../offers.ts';
import type { Work } from '../useWork.ts';
import { useAnswer } from './useAnswer.tsx';

interface FeeDialogProps {
  lines: readonly Line[];
  picked: readonly Picked[];
  work: Work;
}

/** Category of what the bank kept: proposed is the one that is called after it. */
export const FeeDialog = ({ lines, picked, work }: FeeDialogProps) => {
  const { options, loading } = useCategoryChoice('DEBIT');
  const [chosen, setChosen] = useState<Option | null | undefined>(undefined);
  const [missing, setMissing] = useState(false);
  const usual = options.find(({ label }) => stripAccents(label).includes('tarifa')) ?? null;
  const category = chosen === undefined ? usual : chosen;
  const amount = unsigned(sumsOf(lines, picked).rest);
  const answer = useAnswer({ work, prefix: 'fee' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(category === null);
    if (category) void answer.send({ ...itemOfSelection(lines, picked), fee: { amount, categoryId: category.id } });
  };
  return (
    <Dialog
      open
      onClose={work.close}
      title={`Tarifa de ${formatCurrency(amount)}`}
      actions={
        <>
          <Button onClick={work.close}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bank-fee" busy={answer.busy}>
            Lançar e conciliar
          </Button>
        </>
      }
    >
      <form id="bank-fee" onSubmit={submit} noValidate>
        <Field
          label="Categoria da despesa"
          required
          error={missing && category === null ? 'Escolha a categoria' : undefined}
        >
          <Combobox autoFocus value={category} onChange={setChosen} options={options} loading={loading} />
        </Field>
        {answer.problem}
      </form>
    </Dialog>
  );
};
