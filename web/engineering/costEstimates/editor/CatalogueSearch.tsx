import { LineSearch, type Found } from '#web/form/lines/LineSearch.tsx';
import { CandidateRow } from '#web/engineering/tasks/editor/CandidateRow.tsx';
import { FindResourcesDocument, type CandidateFragment } from '#web/generated/engineering.ts';
import { useApolloClient } from '@apollo/client/react';

interface CatalogueSearchProps {
  /** What comes first in the answers. */
  kind: 'TASK' | 'PRODUCT';
  label: string;
  onChoose: (found: CandidateFragment) => void;
}

/** Finds inputs and compositions of the register by code or by words. */
export const CatalogueSearch = ({ kind, label, onChoose }: CatalogueSearchProps) => {
  const client = useApolloClient();
  const find = async (search: string): Promise<Found<CandidateFragment>> => {
    const { data } = await client.query({
      ...{ query: FindResourcesDocument, variables: { search }, fetchPolicy: 'network-only' },
      context: { quiet: true },
    });
    const content = data?.resources?.content ?? [];
    const first = content.filter((one) => one.kind === kind);
    return {
      content: [...first, ...content.filter((one) => one.kind !== kind)],
      total: data?.resources?.totalElements ?? 0,
    };
  };
  return (
    <LineSearch
      ariaLabel={label}
      placeholder={kind === 'TASK' ? 'Código ou palavras do serviço' : 'Código ou palavras do insumo'}
      keyOf={(candidate) => `${candidate.kind}-${candidate.id}-${candidate.costDatabase.id}`}
      find={find}
      isDisabled={() => false}
      render={(candidate) => <CandidateRow candidate={candidate} />}
      onChoose={onChoose}
    />
  );
};
