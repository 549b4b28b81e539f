import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Inter (SIL Open Font License 1.1), as on the screens, embedded: no reader needs it installed. */
export const fontFiles = {
  regular: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const;

export const sizes = { title: 22, heading: 15, subheading: 12, body: 9.5, small: 8 } as const;

/** A4 in points, with the margins of the text. */
export const page = { width: 595.28, height: 841.89, left: 51, right: 51, top: 66, bottom: 62 } as const;
export const textWidth = page.width - page.left - page.right;
export const textBottom = page.height - page.bottom;
