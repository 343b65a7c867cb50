import { cityLabel } from '#domain/lists/partners.ts';
import { CitiesDocument } from '#web/generated/location.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/** A city as forms store it. */
export interface CityName {
  city: string;
  state: string;
}

/** Returns a city as an option; its id encodes name and state. */
export const cityOption = (place: CityName): Option | null =>
  place.city === '' ? null : { id: JSON.stringify([place.city, place.state]), label: cityLabel(place) };

export const cityOf = (option: Option | null): CityName => {
  if (!option) return { city: '', state: '' };
  const [city, state] = JSON.parse(option.id) as [string, string];
  return { city, state };
};

/** Returns a search for municipalities by the start of their name. */
export const useCityChoice = () => {
  const client = useApolloClient();
  return useCallback(
    async (prefix: string): Promise<Option[]> => {
      if (prefix === '') return [];
      const { data } = await client.query({
        query: CitiesDocument,
        variables: { prefix },
        context: { quiet: true },
      });
      return (data?.cities ?? []).flatMap(({ name, ufAcronym }) => cityOption({ city: name, state: ufAcronym }) ?? []);
    },
    [client],
  );
};
