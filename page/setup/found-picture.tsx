/** A player as it may look: one for films below its screen, a streamer with display and knob, or any other as a plain box. */
export function FoundPicture({ playsFilms }: { readonly playsFilms: boolean | null }) {
  return (
    <svg class="setup-picture" viewBox="0 0 96 64" aria-hidden="true">
      {playsFilms === null ? <AnyPlayer /> : playsFilms ? <FilmPlayer /> : <MusicPlayer />}
    </svg>
  );
}

function FilmPlayer() {
  return (
    <>
      <rect class="is-screen" x="20" y="7" width="56" height="33" rx="3" />
      <circle class="is-light" cx="60" cy="18" r="4.5" />
      <path class="is-accent" d="M22 38V29l11-9 12 11 9-6 20 10v3z" />
      <path d="M42 40v5h12v-5" />
      <rect class="is-body" x="14" y="45" width="68" height="11" rx="2.5" />
      <path d="M54 50.500h20" />
      <circle class="is-accent" cx="22" cy="50.5" r="2" />
    </>
  );
}

function MusicPlayer() {
  return (
    <>
      <path d="M20 49v5h8v-5m40 0v5h8v-5" />
      <rect class="is-body" x="9" y="15" width="78" height="34" rx="4" />
      <rect class="is-screen" x="15" y="21" width="42" height="22" rx="2" />
      <path class="is-bars" d="M21 39v-6m5 6V29m5 10V26m5 13v-8m5 8V28m5 11v-5m5 5v-3" />
      <circle class="is-body" cx="72" cy="32" r="9" />
      <path class="is-bars" d="m75 29 3-3" />
    </>
  );
}

function AnyPlayer() {
  return (
    <>
      <path d="M24 24 16 9m8 37v4h8v-4m32 0v4h8v-4" />
      <rect class="is-body" x="13" y="24" width="70" height="22" rx="3" />
      <path d="M54 31h21m-21 4h21m-21 4h21" />
      <circle class="is-accent" cx="23" cy="35" r="2.5" />
    </>
  );
}
