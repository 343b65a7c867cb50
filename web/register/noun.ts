/** The Portuguese noun of a register: "obra", "obras", feminine. */
export interface Noun {
  one: string;
  many: string;
  gender: 'o' | 'a';
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Obra". */
export const titleOf = ({ one }: Noun): string => capital(one);

/** Returns the texts that every register has. */
export const textsOf = (noun: Noun) => {
  const { one, many, gender } = noun;
  const title = titleOf(noun);
  return {
    title: capital(many),
    search: `Buscar em ${many}`,
    create: `Nov${gender} ${one}`,
    saved: `${title} salv${gender}`,
    deleted: `${title} excluíd${gender}`,
    missing: `${title} não encontrad${gender}`,
    empty: `${gender === 'a' ? 'Nenhuma' : 'Nenhum'} ${one} ainda`,
    loss: `${capital(gender)} ${one} deixa de existir.`,
    /** §4: "Fornecedor reativado", "desativado". */
    toggled: (active: boolean): string => `${title} ${active ? 'reativad' : 'desativad'}${gender}`,
  };
};
