interface Fonts {
  /** Relative to the file of the settings. */
  folder: string;
  sans: string;
  serif?: string;
  monospace?: string;
}

/** A fontconfig file, so that text looks the same on every machine. Its cache is in XDG_CACHE_HOME. */
export const fontSettings = ({
  folder,
  sans,
  serif = sans,
  monospace = sans,
}: Fonts) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${alias('sans-serif', sans)}
${alias('system-ui', sans)}
${alias('serif', serif)}
${alias('monospace', monospace)}
</fontconfig>
`;

const alias = (name: string, family: string) => `  <alias binding="strong">
    <family>${name}</family>
    <prefer><family>${family}</family><family>Noto Color Emoji</family></prefer>
  </alias>`;
