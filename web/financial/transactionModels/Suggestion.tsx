import { newModelOf } from '#web/session/newTransaction.ts';
import { formatMonthName } from '#domain/dates.ts';
import { notifyFailure, notifyUndo } from '#web/client/notify.ts';
import { useDismissModelSuggestionMutation, useModelProposalsQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { IdeaIcon } from '#web/ui/icons.ts';
import { Button } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import { forgetModels } from './calls.ts';
import styles from './models.module.css';
import { listed } from './words.ts';

/** A model that three similar documents propose, until there is one or it is refused for good. */
export const Suggestion = () => {
  const { companyId } = usePlace();
  const navigate = useNavigate();
  const { data } = useModelProposalsQuery({
    variables: { companyId },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const [dismiss] = useDismissModelSuggestionMutation({ update: forgetModels, context: { quiet: true } });
  const [first] = data?.suggestions ?? [];
  const { partner, category } = first ?? {};
  if (!first || !partner || !category) return null;
  const put = async (dismissed: boolean): Promise<void> => {
    const variables = { companyId, type: first.type, partnerId: partner.id, categoryId: category.id, dismissed };
    try {
      await dismiss({ variables });
      if (dismissed) notifyUndo('Não vamos mais sugerir este modelo', () => void put(false), first.description);
    } catch (error) {
      notifyFailure(error);
    }
  };
  const months = listed(first.dueDates.map((day) => formatMonthName(day)));
  return (
    <aside className={styles.suggestion} aria-label="Sugestão de modelo">
      <span className={styles.idea} aria-hidden="true">
        <IdeaIcon />
      </span>
      <p>
        <strong>{first.description}</strong>, {partner.name}: {first.dueDates.length} lançamentos parecidos em {months}.
      </p>
      <span className={styles.answers}>
        <Button onClick={() => void navigate(newModelOf(first.type, first.lastId, true))}>Criar modelo</Button>
        <Button variant="subtle" onClick={() => void put(true)}>
          Não sugerir
        </Button>
      </span>
    </aside>
  );
};
