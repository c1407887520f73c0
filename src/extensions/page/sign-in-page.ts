/** The text above the form. */
const messages = {
  ask: "The token is http.token, or HTTP_TOKEN, in the configuration of the bridge. With its docker-compose.yml: docker compose run --rm credentials --show",
  wrong: "That is not the token. Look for http.token, or HTTP_TOKEN, in the configuration of the bridge.",
  wait: "Too many wrong tokens at the moment. Wait a few seconds, then try again.",
  closed:
    "This page is switched off, because the bridge can be reached from the network and no token protects it. " +
    "Set HTTP_TOKEN (http.token) to a text of at least 12 characters and start the bridge again.",
} as const;

/** Why the form is shown. */
export type SignInReason = keyof typeof messages;

/** The names of the built files that the form uses. */
interface SignInFiles {
  readonly style: string;
  /** Chooses light or dark. */
  readonly theme: string;
}

/** The form for the token. It needs no script and repeats no input of the visitor. */
export function signInPage(reason: SignInReason, files: SignInFiles): string {
  const role = reason === "ask" ? "" : ` class="notice" role="alert"`;
  const message = `<p${role}>${messages[reason]}</p>`;
  const form = `<form method="post" action="page/sign-in">
<input type="text" name="user" autocomplete="username" value="player2mqtt" hidden>
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button type="submit">Sign in</button>
</form>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>player2mqtt</title>
<link rel="icon" href="page/files/icon.svg" type="image/svg+xml">
<script src="page/files/${files.theme}"></script>
<link rel="stylesheet" href="page/files/${files.style}">
</head>
<body>
<main class="sign-in">
<h1><img src="page/files/icon.svg" alt="" width="36" height="36">player2mqtt</h1>
${message}
${reason === "closed" ? "" : form}
</main>
</body>
</html>
`;
}
