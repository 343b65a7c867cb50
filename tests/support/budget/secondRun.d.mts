export function secondRunOf(red: readonly string[], excess: readonly string[]): readonly string[];
