import { reread } from '#web/client/reread.ts';
import { compare } from '#domain/money.ts';
import { errorCode, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  CostEstimateDetailsDocument,
  CostEstimateDocument,
  CostEstimateUsedStagesDocument,
  useSaveCostEstimateDetailsMutation,
  type CostEstimateHeaderFragment,
} from '#web/generated/engineering.ts';
import { textsOf } from '#web/register/noun.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { forgetCostEstimates, useCostEstimateCalls } from '../calls.ts';
import { failures, noun } from '../words.ts';
import {
  bdiInputs,
  contentOf,
  draftOf,
  isHeaderChanged,
  withBdiIds,
  withDraft,
  type Content,
} from './model/content.ts';
import { deltaOf, type RowChange } from './model/delta.ts';
import type { Resources } from './composition/readComposition.ts';
import type { Use } from './model/documents.ts';
import { rowsOfDetails, savedRows } from './model/stored.ts';
import { MOST_BY_GRAPHQL, saveMany } from './saveMany.ts';
import type { ContentState } from './useContent.ts';

/** Problems of cells: by the row's key and the field. */
export type CellProblems = Readonly<Record<string, string>>;

interface SaveOptions {
  content: ContentState;
  header: CostEstimateHeaderFragment;
  onHeader: (header: CostEstimateHeaderFragment) => void;
  onProblems: (problems: CellProblems) => void;
  onUse: (use: Use) => void;
  onResources: (next: (before: Resources) => Resources) => void;
  /** Everything is stored: draft and lock are given up. */
  onSaved: () => void;
}

/** Reads "details.3.quantity" as the field of the third row that was sent. */
const cellProblems = (error: unknown, sent: readonly RowChange[]): CellProblems =>
  Object.fromEntries(
    fieldProblems(error).flatMap(({ path, message }) => {
      const [, place = '', field = ''] =
        /(?:^|\.)details?\.(\d+)\.?(\w*)/.exec(path) ?? /^(\d+)\.(\w+)/.exec(path) ?? [];
      const change = sent[Number(place)];
      const key = change?.id ?? change?.key;
      return key === undefined || place === '' ? [] : [[`${key}.${field}`, message]];
    }),
  );

/** Saves header and rows on one version; what another user has saved meanwhile is read, and one's own put on top of it. */
export const useSave = (options: SaveOptions) => {
  const { content, header, onHeader, onProblems, onResources, onUse, onSaved } = options;
  const { companyId } = usePlace();
  const client = useApolloClient();
  const calls = useCostEstimateCalls();
  const [saveDetails] = useSaveCostEstimateDetailsMutation({ context: { quiet: true } });
  const version = useRef(header.version);
  const [saving, setSaving] = useState(false);
  const [merged, setMerged] = useState<string | null>(null);
  const { id } = header;

  /** The estimate as it is stored now. */
  const latest = async (): Promise<Content | null> => {
    const settings = { variables: { companyId, id }, context: { quiet: true } } as const;
    const [one, rows] = await Promise.all([
      client.query({ query: CostEstimateDocument, fetchPolicy: 'network-only', ...settings }),
      client.query({ query: CostEstimateDetailsDocument, fetchPolicy: 'no-cache', ...settings }),
    ]);
    const now = one.data?.costEstimate;
    const details = rows.data?.costEstimateDetails;
    if (!now || !details) return null;
    version.current = now.version;
    onHeader(now);
    onResources(() => details.resources);
    onUse(details);
    return contentOf(now, rowsOfDetails(details));
  };
  const readUsed = async (): Promise<void> => {
    const { data } = await client.query({
      ...{ query: CostEstimateUsedStagesDocument, variables: { companyId, id }, fetchPolicy: 'no-cache' },
      context: { quiet: true },
    });
    if (data?.costEstimateDetails) onUse(data.costEstimateDetails);
  };
  /** Puts what was typed on top of what is stored now. */
  const rebase = async (): Promise<void> => {
    const draft = draftOf(content.now, content.saved, version.current);
    const stored = await latest();
    if (stored) content.stand(stored, withDraft(stored, draft));
  };
  const headerInput = ({ code, description, building, customer }: CostEstimateHeaderFragment) => ({
    ...{ code, description, buildingId: building?.id ?? '', customerId: customer?.id ?? null },
  });
  const storeHeader = async (values: object): Promise<CostEstimateHeaderFragment> => {
    const stored = await calls.update(id, version.current, { ...headerInput(header), ...values });
    if (!stored) throw new Error('The save has not answered');
    version.current = stored.version;
    return stored;
  };

  const storeRows = async (details: RowChange[]) => {
    const call = { companyId, id, version: version.current, details };
    if (details.length > MOST_BY_GRAPHQL) {
      const done = await saveMany(call);
      const data = await reread(client, { query: CostEstimateDocument, variables: { companyId, id } });
      if (!data?.costEstimate) throw new Error('The save has not answered');
      return { ...done, costEstimate: data.costEstimate };
    }
    const { data } = await saveDetails({ variables: call });
    if (!data) throw new Error('The save has not answered');
    return data.saveCostEstimateDetails;
  };

  const store = async (now: Content): Promise<void> => {
    const { saved } = content;
    const lower = compare(now.discount, saved.discount) < 0;
    let rows = now.rows;
    let answer: CostEstimateHeaderFragment | null = null;
    const discount = { discount: now.discount };
    if (isHeaderChanged(now, saved) || lower) {
      const index = now.bdis.findIndex((bdi) => bdi.id === now.defaultBdiId);
      const bdis = { bdis: bdiInputs(now.bdis), defaultBdiIndex: index < 0 ? null : index };
      answer = await storeHeader({ ...bdis, ...(lower ? discount : {}) });
      rows = withBdiIds(rows, now.bdis, answer.bdis);
    }
    const details = deltaOf(saved.rows, rows, undefined, now.moves);
    if (details.length > 0) {
      try {
        const done = await storeRows(details);
        answer = done.costEstimate;
        version.current = answer.version;
        rows = savedRows(rows, done);
        const came = new Set(done.resources.map((one) => one.id));
        onResources((before) => [...before.filter((one) => !came.has(one.id)), ...done.resources]);
      } catch (error) {
        onProblems(cellProblems(error, details));
        // Documents have come to a stage since it was read.
        if (fieldProblems(error).some(({ path }) => path.endsWith('.documentsTo')))
          await readUsed().catch(notifyFailure);
        throw error;
      }
    }
    // A larger discount may need the totals of rows that are new.
    if (compare(now.discount, saved.discount) > 0) answer = await storeHeader(discount);
    if (answer) onHeader(answer);
    if (details.some(({ documentsTo, documentsWithoutStage }) => documentsTo ?? documentsWithoutStage))
      await readUsed();
    content.stand(contentOf(answer ?? header, rows));
    forgetCostEstimates(client.cache);
  };

  const save = async (): Promise<boolean> => {
    setSaving(true);
    setMerged(null);
    try {
      await store(content.now);
      onProblems({});
      onSaved();
      notifySuccess(textsOf(noun).saved, { detail: `${header.code} ${header.description}` });
      return true;
    } catch (error) {
      if (errorCode(error) === 'CONFLICT') {
        await rebase().catch(notifyFailure);
        setMerged(
          'Este orçamento foi salvo por outra pessoa. O que você digitou foi mantido sobre a versão nova: confira e salve.',
        );
      } else notifyFailure(error, failures.save);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    ...{ save, saving, merged, rebase },
    version: () => version.current,
    /** Takes a header that another call has stored. */
    take: (stored: CostEstimateHeaderFragment) => {
      version.current = stored.version;
      onHeader(stored);
    },
  };
};
