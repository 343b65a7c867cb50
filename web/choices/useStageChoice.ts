import { useStageOptionsQuery } from '#web/generated/choices.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';

/** Returns the stages of a building, as a tree by their codes. */
export const useStageChoice = (buildingId: string | null): { options: Option[]; loading: boolean } => {
  const { companyId } = usePlace();
  const { data, loading } = useStageOptionsQuery({
    variables: { companyId, buildingId: buildingId ?? '' },
    skip: buildingId === null,
  });
  const options = useMemo(
    () => (data?.building?.stages ?? []).map(({ id, code, name }) => ({ id, label: code ? `${code} ${name}` : name })),
    [data],
  );
  return { options, loading };
};
