import { isRecord, isText, readJson, writeJson } from '#web/client/storage.ts';

/** Ids of the chosen company and building; a null building means all buildings. */
export interface ChosenPlace {
  companyId: string;
  buildingId: string | null;
}

const isPlace = (value: unknown): value is ChosenPlace =>
  isRecord(value) && isText(value.companyId) && (value.buildingId === null || isText(value.buildingId));

export const readPlace = (userId: string): ChosenPlace | null => readJson(localStorage, `place.${userId}`, isPlace);

export const savePlace = (userId: string, place: ChosenPlace): void =>
  writeJson(localStorage, `place.${userId}`, place);
