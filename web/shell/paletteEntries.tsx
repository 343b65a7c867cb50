import { matchesSearch } from '#domain/text.ts';
import type { CommandItem } from '#web/ui/CommandDialog.tsx';
import { AddIcon, ArrowRightIcon, BuildingIcon, LogoutIcon, MoonIcon, UploadIcon } from '#web/ui/icons.ts';
import { useNavigate } from 'react-router-dom';
import { colorMode, setColorMode } from './colorMode.ts';
import { routes } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useLogout } from './UserMenu.tsx';
import { useStarts } from './useStarts.ts';

interface PaletteEntry extends CommandItem {
  /** Search words besides the label. */
  words?: string | undefined;
}

/** Returns the palette's commands for the user and the place. */
export const usePaletteEntries = (): PaletteEntry[] => {
  const { may, companies, setPlace } = useSession();
  const navigate = useNavigate();
  const logout = useLogout();
  const starts = useStarts();
  const dark = colorMode() === 'dark';
  return [
    ...routes
      .filter((route) => route.menu && may(route.rule))
      .map((route) => ({
        id: route.path,
        group: 'Telas',
        label: route.title,
        words: route.words,
        icon: <ArrowRightIcon />,
        run: () => void navigate(route.path),
      })),
    ...starts.map(({ label, to }) => ({
      id: to,
      group: 'Ações',
      label,
      icon: <AddIcon />,
      run: () => void navigate(to),
    })),
    ...routes
      .filter((route) => route.fromPalette && may(route.rule))
      .map((route) => ({
        id: route.path,
        group: 'Ações',
        label: route.title,
        words: route.words,
        icon: <UploadIcon />,
        run: () => void navigate(route.path),
      })),
    ...companies.flatMap((company) =>
      company.buildings.map((building) => ({
        id: `building ${building.id}`,
        group: 'Obras',
        label: building.name,
        words: `obra ${company.name}`,
        icon: <BuildingIcon />,
        run: () => setPlace(company.id, building.id),
      })),
    ),
    {
      id: 'mode',
      group: 'Prumo',
      label: dark ? 'Usar tema claro' : 'Usar tema escuro',
      icon: <MoonIcon />,
      run: () => setColorMode(dark ? 'light' : 'dark'),
    },
    { id: 'logout', group: 'Prumo', label: 'Sair', words: 'logout', icon: <LogoutIcon />, run: () => void logout() },
  ];
};

export const filterEntries = (entries: readonly PaletteEntry[], query: string): PaletteEntry[] =>
  entries.filter(({ label, words }) => query.trim() === '' || matchesSearch(`${label} ${words ?? ''}`, query));
