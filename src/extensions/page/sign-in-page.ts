/** The texts of the form. It needs no script, so the server chooses the language. */
const languages = {
  en: {
    token: "Token",
    signIn: "Sign in",
    ask: "The token is http.token, or HTTP_TOKEN, in the configuration of the bridge. With its docker-compose.yml: docker compose run --rm credentials --show",
    wrong: "That is not the token. Look for http.token, or HTTP_TOKEN, in the configuration of the bridge.",
    wait: "Too many wrong tokens at the moment. Wait a few seconds, then try again.",
    closed:
      "This page is switched off, because the bridge can be reached from the network and no token protects it. " +
      "Set HTTP_TOKEN (http.token) to a text of at least 12 characters and start the bridge again.",
  },
  de: {
    token: "Token",
    signIn: "Anmelden",
    ask: "Das Token ist http.token oder HTTP_TOKEN in der Konfiguration der Bridge. Mit ihrer docker-compose.yml: docker compose run --rm credentials --show",
    wrong:
      "Das ist nicht das Token. Es steht als http.token oder HTTP_TOKEN in der Konfiguration der Bridge.",
    wait: "Im Moment zu viele falsche Token. Warten Sie einige Sekunden und versuchen Sie es noch einmal.",
    closed:
      "Diese Seite ist ausgeschaltet, weil die Bridge aus dem Netz erreichbar ist und kein Token sie schützt. " +
      "Setzen Sie HTTP_TOKEN (http.token) auf einen Text aus mindestens 12 Zeichen und starten Sie die Bridge neu.",
  },
  fr: {
    token: "Jeton",
    signIn: "Se connecter",
    ask: "Le jeton est http.token, ou HTTP_TOKEN, dans la configuration du pont. Avec son docker-compose.yml : docker compose run --rm credentials --show",
    wrong: "Ce n’est pas le jeton. Cherchez http.token, ou HTTP_TOKEN, dans la configuration du pont.",
    wait: "Trop de jetons erronés en ce moment. Attendez quelques secondes, puis réessayez.",
    closed:
      "Cette page est désactivée, car le pont est accessible depuis le réseau et aucun jeton ne la protège. " +
      "Donnez à HTTP_TOKEN (http.token) un texte d’au moins 12 caractères et redémarrez le pont.",
  },
  zh: {
    token: "令牌",
    signIn: "登录",
    ask: "令牌是网桥配置中的 http.token 或 HTTP_TOKEN。使用 docker-compose.yml 时：docker compose run --rm credentials --show",
    wrong: "令牌不正确。请在网桥配置中查找 http.token 或 HTTP_TOKEN。",
    wait: "目前错误令牌过多。请等待几秒后重试。",
    closed:
      "此页面已关闭，因为网桥可从网络访问，而没有令牌保护。请将 HTTP_TOKEN（http.token）设为至少 12 个字符的文本，然后重新启动网桥。",
  },
} as const;

type LanguageName = keyof typeof languages;

/** The first language of a browser's list that the form has. */
export function signInLanguage(accepted = ""): LanguageName {
  const wanted = accepted.split(",").map((range) => range.trim().slice(0, 2).toLowerCase());
  return wanted.find((name): name is LanguageName => Object.hasOwn(languages, name)) ?? "en";
}

export type SignInReason = Exclude<keyof (typeof languages)["en"], "token" | "signIn">;

/** The form for the token. It needs no script and repeats no input of the visitor. */
export function signInPage(
  reason: SignInReason,
  language: LanguageName,
  files: Readonly<Record<"style" | "theme", string>>,
): string {
  const texts = languages[language];
  const role = reason === "ask" ? "" : ` class="notice" role="alert"`;
  const message = `<p${role}>${texts[reason]}</p>`;
  const form = `<form method="post" action="page/sign-in">
<input type="text" name="user" autocomplete="username" value="player2mqtt" hidden>
<label for="token">${texts.token}</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button type="submit" class="button is-main">${texts.signIn}</button>
</form>`;
  return `<!doctype html>
<html lang="${language}">
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
