"""What injections are worded with: concepts, and the words of fourteen languages for them.

A word is written without accents, in small letters; with a `*` it is the beginning of one. The
words are ours, gathered by translating the concepts, not taken from anyone's list or data set.
"""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": """
        ignore ignores ignoring disregard disregards disregarding forget forgets forgetting
        override overriding bypass bypasses bypassing circumvent circumventing neglect overlook
        sidestep ditch nullify defy unlearn violate subvert evade abandon discard dismiss abolish
        flout ignr ignor ignroe egnore ignoer disreguard disregrad ignorier* missacht* vergiss
        vergesst vergessen umgehe umgehen ubergeh* ubersteuer* verwirf ignorez ignorer oublie
        oubliez oublier contourne* outrepasse* negligez desobei* ignora ignoren ignorar ignorad
        olvida olvide olviden olvidad olvidar omite elude eludir desobedece anula descarta
        desestima pasa esqueca esquece esquecer desconsidere desconsidera desconsiderar contorna
        contorne burle descarte descartar ignorando ignorare ignorate dimentica dimenticare
        dimenticate trascura trascurare aggira aggirare scavalca disobbedisci bypassa zignoruj*
        ignoruj* pomin pominac zapomnij zapomniec obejdz omin zlekcewaz odrzuc игнориру* игнорируй
        проигнориру* забудь забудьте забыть обойди обойдите обойти пренебрег* отбрось отбросьте
        تجاهل تجاهلي تجاهلوا انس انسى انسي اهمل تخط تجاوز अनदेखा नजरअंदाज भूल भूलो भुला उपेक्षा
        इग्नोर yoksay* gormezden unut unutun unutunuz gozardi dikkate yok aldirma atla 무시* 잊어*
        잊고 잊으* 무시하* 우회* 따르지 忽略 忽视 无视 不理会 不要理会 忘记 忘掉 绕过 违反 無視
        忽視 忘れ 破って 従わない 回避 verlasse verwerfe sobrepasa sobrepasar desprecia despreza
        scarta jette rejette meprise ecarte delaisse desvie prescinde abandonne abandona abbandona
        abandone
    """,
    "disable": """
        disable disabling deactivate deactivating remove removing suspend suspending lift lifting
        drop dropping unlock cancel erase delete reset eliminate disengage abort revoke skip omit
        relax loosen stop cease lower unload purge clear terminate deaktivier* entfern* hebe setze
        schalte losche beende desactive* supprime* suspends suspendez leve levez annule* desactiva
        desactive elimina suspende suspenda cancela borra quita desative desativa desativar remova
        cancele apague disattiva disattivare rimuovi sospendi annulla cancella wylacz usun zawies
        anuluj отключи* отмени* удали* сбрось* сними* عطل الغ احذف اوقف अक्षम बंद हटा kapat kaldir
        sil iptal devre 해제* 비활성* 삭제* 중단* 禁用 关闭 取消 解除 删除 停用 停止 無効 解除して
        annule anule desactivar
    """,
    "follow": """
        follow following followed obey obeying comply complying adhere adhering heed heeding
        befolge* befolg* gehorche* folge suivez suis suivre obeis* sigas sigue seguir siga
        obedezcas obedece seguas segua obedeca obedecer seguire segui obbedire obbedisci
        przestrzegaj stosuj sluchaj следуй* соблюдай* подчиняй* слушай* تتبع اتبع تطع اطع पालन
        मानो uyma uy 따르* 따라* 遵守 遵循 服从 遵从 従う 従って 従わ
    """,
    "not": """
        not dont don't never stop cease no longer without avoid cannot can't nicht nie keine
        keinen ne pas jamais nunca jamas nao non mai не никогда لا मत नहीं degil asla 마* 말* 不要
        别 不再 不必 勿 ないで
    """,
    "previous": """
        previous previously prior above earlier preceding foregoing former initial original
        existing past precedent previus previuos prev preceeding aforementioned vorherig*
        bisherig* vorangegangen* obig* oben fruher* zuvor vorig* ursprunglich* bestehend*
        precedent* anterieur* dessus initiales initiale anterior* previa* previo* arriba iniciales
        acima previas previos iniciais iniciai precedenti precedente sopra iniziali anteriori
        prima poprzedni* powyzsz* wczesniejsz* dotychczasow* wczesniej предыдущ* выше прежн*
        предшествующ* вышеуказанн* ранее سابق* السابق* اعلاه قبل الاولى पिछल* पूर्व पहले उपरोक्त
        ऊपर onceki* yukaridaki* daha evvelki 이전* 앞의 위의 위에* 기존* 앞서 지금까지* 之前 以前
        先前 上面 上述 以上 此前 前面 上記 これまで 今まで
    """,
    "all": """
        all every everything anything entire alle allen aller alles samtliche jede tout toute
        toutes tous todo todos toda todas cualquier qualquer tutte tutti tutto ogni wszystk* kazd*
        все всё всех любые كل جميع सभी सब सारे हर tum butun her 모든 모두 전부 所有 一切 全部 任何
        すべて 全て あらゆる
    """,
    "instruction": """
        instruction instructions instrutions instructons instrucions instrctions instuctions
        directive directives guideline guidelines guide* prompt prompts promt programming
        guardrail guardrails preprompt anweisung* instruktion* richtlinie* vorgabe* leitlinie*
        systemprompt* weisung* consigne consignes instruccion* directiva* directrices indicaciones
        pautas instrucao instrucoes diretriz diretrizes diretivas orientacoes istruzion* direttiva
        direttive instrukcj* polecen* wytyczn* dyrektyw* инструкци* указани* директив* промпт*
        تعليمات التعليمات تعليماتك توجيهات اوامر ارشادات تعليماتي निर्देश* अनुदेश* आदेश* talimat*
        yonerge* komut* istem* 지시* 지침* 명령* 프롬프트* 指令 指示 提示词 指引 指导 提示
        プロンプト 命令 ガイドライン hauptdirektive* direktive* programmation programmierung*
        programacao programacion programmazione indicacion systemanweisung* ausbildungsanweisung*
        trainingsanweisung* linee
    """,
    "rule": """
        rule rules ruls restriction restrictions constraint constraints limitation limitations
        limits policies policy protocol protocols filter filters safeguard safeguards boundaries
        boundary training safety ethics ethical moderation censorship programing command commands
        orders directions guidance conditioning principles alignment context conversation regel
        regeln beschrankung* einschrankung* sicherheitsregel* protokoll* grenzen betriebsregeln
        regles limites protocoles filtres contraintes ethiques securite regla reglas normas
        restricciones protocolos filtros seguridad politicas eticas regra regras restricoes
        seguranca regola regole restrizioni limiti protocolli filtri sicurezza vincoli etici
        zasad* regul* ograniczen* filtr* protokol* правил* ограничени* фильтр* протокол* команд*
        приказ* قواعد القواعد قيود القيود قواعدك नियम* प्रतिबंध* सीमा* kural* kisitlama*
        sinirlama* filtre* 규칙* 제한* 제약* 필터* 안전* 规则 限制 约束 规定 安全 过滤 准则 ルール
        制限 制約 規則 procedure procedures routines procedimientos procedimentos comando comandos
        befehl befehle commande commandes ordenes orden ordini ordine limitazioni limitacoes
        limitaciones betriebs* verfahren standards protocolo protocollo formazione formation
        formacion treinamento entrenamiento addestramento entrainement ausbildung szkoleni*
        обучени*
    """,
    "core": """
        restriction restrictions constraints limitations guardrails guardrail filters safeguards
        safety censorship moderation guidelines alignment programming safeties
    """,
    "config": """
        configuration configurations config settings parameters initialization initialisation
        setup initializer konfiguration* einstellungen configuracion configuracao configurazione
        parametros konfiguracj* ustawieni* конфигураци* настройк* параметр* yapilandirma ayarlar*
        설정* 配置 参数 設定 إعدادات
    """,
    "operate": """
        operate operating function functioning respond answer behave reply help proceed continue
        antworte responde reponds rispondi odpowiadaj отвечай cevapla 回答 答えて 대답*
    """,
    "your": """
        your yours ur yr dein deine deinen deiner deines ihre ihren ihrer euer eure ta ton tes vos
        votre tu tus su sus vuestras seu sua seus suas teu tua teus tuas tue tuo tuoi vostre
        vostro twoj* swoje swoich wasze твои твоих твой твоя свои своих ваши ваших свою твою आपके
        आपका अपने तुम्हारे तुम्हारी आपकी अपनी senin sana kendi 너의 네 당신의 당신* 你的 您的 你
        您 あなたの 君の お前の
    """,
    "only": """
        only exclusively solely nur ausschliesslich uniquement exclusivement seulement solo
        solamente unicamente exclusivamente somente apenas soltanto esclusivamente tylko wylacznie
        только исключительно فقط केवल सिर्फ sadece yalnizca 오직 只 仅 だけ のみ
    """,
    "usual": """
        standard default usual normal builtin regular routine inherent intrinsic typical ordinary
        ethical moral conventional embedded integrated preset predefined programmed automated
        ublich* eingebaut* ethisch* gewohnt* habituel* integre* ethiques par habitual* integrad*
        eticas eticos estandar padrao normais predefinit* abituali etiche standardow* обычн*
        встроенн*
    """,
    "own": "my mine mes mi mis meu meus minhas mie mio moje моим мои meine meinen meiner meinem",
    "hidden": """
        hidden secret system internal initial original initialization init full exact verbatim
        underlying developer complete confidential core base foundational private raw concealed
        operational startup root master custom entire undisclosed protected versteckt* geheim*
        interne* ursprungliche* systemprompt* vollstandige* verborgen* cachees secretes systeme
        internes initiale originale ocultas secretas sistema internas originales inicial oculto
        interno originais nascost* segret* interne originali iniziale ukryt* tajn* systemow*
        wewnetrzn* скрыт* секретн* системн* внутренн* изначальн* первоначальн* النظام السرية
        المخفية الاصلية الداخلية सिस्टम छिपे गुप्त मूल sistem gizli dahili orijinal 시스템 숨겨진
        비밀 내부 원래 초기 系统 隐藏 秘密 内部 原始 初始 システム 隠された 内部の 元の principal*
        fundamental* fondamental* fondamentale grundlegend* haupt* zugrundeliegend* clave chiave
        cle базов* основн* ключев*
    """,
    "veiled": """
        hidden secret internal undisclosed concealed initialization init confidential operational
        versteckt* geheim* intern* cachees secretes ocultas secretas nascost* segret* ukryt* tajn*
        скрыт* секретн* السرية المخفية छिपे गुप्त gizli 숨겨진 비밀 隐藏 秘密 隠された
    """,
    "secret": """
        secret secrets password passwords passcode credential credentials token tokens key keys
        apikey passwd ssh passwort passworter geheimnis* zugangsdaten motdepasse contrasena*
        contrasenas clave claves credenciales senha senhas credenciais segreti chiave chiavi hasl*
        парол* секрет* ключ* كلمة السر पासवर्ड sifre* parola 비밀번호* 암호* 密码 密钥 口令 秘密
        パスワード 機密
    """,
    "reveal": """
        reveal reveals revealing show showing print printing output outputting repeat repeating
        tell telling disclose disclosing display displaying give share sharing dump leak leaking
        expose exposing recite echo divulge spill restate reproduce confess paraphrase quote emit
        disclosure extract unveil zeige zeig zeigen nenne gib verrate offenbare wiederhole drucke
        ausgeben enthulle teile montre montrez revele revelez affiche affichez donne donnez repete
        repetez divulgue* partage* muestra muestrame muestre mostrar revela imprime imprima repite
        repita dime comparte revelar compartir mostre mostra diga compartilhe compartilhar
        divulgue mostrami rivela rivelami stampa ripeti dimmi condividi mostrare rivelare pokaz
        ujawnij wyswietl wypisz powtorz podaj udostepnij zdradz покажи* раскрой* выведи* повтори*
        напечатай* назови* сообщи* расскажи* открой* اظهر اعرض اكشف اطبع كرر اخبرني شارك दिखाओ
        दिखाएं बताओ बताएं प्रकट दोहराओ साझा goster acikla yazdir tekrarla paylas soyle 보여* 공개*
        출력* 알려* 반복* 공유* 말해* 显示 展示 透露 输出 打印 重复 告诉 泄露 揭示 公开 表示
        教えて 見せて 出力 繰り返 明かし 開示 offenbar* offenleg* devoile devoilez visualizza
        desmascare uncover unmask expone exponga esponi svela
    """,
    "give": """
        include including append return state access release retrieve list write provide describe
        outline explain summarize summarise translate narrate articulate submit present copy paste
        encode confirm know read
    """,
    "repeat": """
        repeat print output recite echo copy reproduce translate summarize paste restate
        wiederhole repete* repite repita ripeti powtorz повтори* 重复 输出 打印 繰り返 출력* 반복*
    """,
    "ask": """
        what what's whats which was welche welches quel quelle quelles quels qu'est que cual
        cuales qual quais quali jakie jaka какой какие какая какова ما ماهي क्या ne nedir hangi
        무엇* 뭐* 什么 何 どんな なに
    """,
    "model": """
        ai assistant assistants chatbot chatbots llm llms gpt chatgpt claude gemini llama bot bots
        copilot agent agents model models openai anthropic ki kunstliche ia asistente assistente
        asystent* ии ассистент* бот* نموذج مساعد yapay asistan 인공지능 어시스턴트 챗봇 助手
        人工智能 机器人 モデル アシスタント
    """,
    "pretend": """
        pretend pretending act acting roleplay role simulate simulating imagine behave emulate
        impersonate become portray embody channel tu spiele stell verhalte agis joue fais simule
        finge actua simula comportate imagina finja aja atue fingi agisci comportati udawaj
        zachowuj wyobraz притворись притворитесь представь веди действуй تظاهر تصرف नाटक दिखावा
        davran canlandir 가정* 행동* 역할* 척* 假装 扮演 假设 想象 模拟 ふり 演じ 振る舞
    """,
    "free": """
        unrestricted unfiltered uncensored unlimited unbound unconstrained limitless amoral
        unethical jailbroken unchained unmoderated uninhibited rogue unaligned ruleless
        uneingeschrankt* unzensiert* ungefiltert* illimite* irrestrict* sin senza ilimitad*
        illimitat* nieograniczon* неограничен* без قيود 無制限 不受限制 无限制 제한없* sinirsiz
    """,
    "jailbreak": "jailbreak jailbreaking jailbroken jailbreaks godmode sudo pwned",
    "without": """
        without no none zero beyond ohne sans sin sem senza bez без بدون बिना olmadan 없이 没有
        無し なしで
    """,
    "you": """
        you u du sie vous ustedes voce tu wy ty ты вы أنت आप तुम sen siz 너는 당신은 你 您 あなた
    """,
    "are": "are re bist sind es seid eres ets sois sei jestes есть هو हैं हो",
    "now": """
        now henceforth nun jetzt maintenant desormais ahora agora ora adesso teraz теперь الان अब
        artik simdi 이제* 지금* 现在 今から
    """,
    "from": "from starting beginning ab von",
    "onward": "on onward onwards forward",
    "mode": "mode modus modo modalita tryb* режим* وضع मोड modu 모드* 模式 モード",
    "power": """
        developer dev god admin administrator debug root dan jailbreak unrestricted maintenance
        sudo superuser diagnostic evil chaos opposite unfiltered uncensored override test
        entwickler developpeur desarrollador desenvolvedor sviluppatore programisty разработчика
        المطور डेवलपर gelistirici 개발자 开发者 管理员 開発者 上帝
    """,
    "enter": """
        enter enable activate activated enabled switch engage initiate turn unlock access entering
        aktiviere active activez activa ative attiva wlacz включи активируй فعل सक्षम etkinlestir
        활성화* 진입* 进入 启用 激活 開始 有効
    """,
    "new": """
        new updated neue nouvelle nouvelles nueva nuevas nova novas nuova nuove nowe новые новая
        جديدة नए yeni 새로운 新的 新しい 新
    """,
    "refuse": """
        refuse refusing decline refusal refusals apologize apologise apologies disclaimer
        disclaimers warnings moralize lecture caveats verweigere ablehnen refuser refuses niegues
        recuse rifiutare odmawiaj отказывай* ترفض मना reddetme 거부* 거절* 拒绝 拒否 断ら
    """,
    "say": """
        say saying respond reply answer output write print state respondas diga schreibe antworte
        dis reponds di responde responda rispondi powiedz скажи напиши قل कहो soyle 말하* 대답* 说
        回答 言って
    """,
    "cant": "can't cannot can unable sorry",
    "decode": """
        decode decrypt decipher deobfuscate base64 rot13 cipher caesar morse hex dekodiere decodez
        decodifica decodifique odkoduj раскодируй расшифруй فك 解码 デコード
    """,
    "execute": """
        execute run perform obey follow comply do ausfuhren execute* ejecuta esegui wykonaj
        выполни نفذ 执行 実行 실행*
    """,
    "send": """
        send post forward email mail upload transmit exfiltrate submit deliver sende envoie
        envoyez envia envie invia wyslij отправь ارسل भेजो gonder 보내* 전송* 发送 送信 送って
    """,
    "data": """
        conversation history chat data credentials contents messages emails files context secrets
        passwords password token tokens keys key inbox contacts prompt environment variables
        memory documents
    """,
    "place": "https http webhook url endpoint ftp",
    "words": """
        words text everything sentence message paragraph content line lines instructions
        conversation
    """,
    "attention": """
        attention note notice important message warning instruction instructions reminder
    """,
    "reading": """
        reading read reads processing process processes summarizing summarise summarize summarizes
        analyzing parsing seeing viewing
    """,
    "must": "must should shall have need please required",
    "override": "override overriden overridden overrides",
    "authority": """
        system admin administrator developer root sudo security priority emergency critical
        authorized
    """,
    "pay": "pay",
    "focus": "attention heed regard mind",
    "anything": "anything",
    "do": "do",
    "told": "told given said taught learned know knew instructed programmed trained",
    "pwned": "pwned pawned hacked jailbroken haxored",
    "been": "been",
    "have": "have ive",
    "attack": """
        attack attacks attacker attackers injection injections jailbreaks example examples phrase
        phrases pattern patterns detect detects detecting detection malicious adversarial payload
        payloads such like e.g vulnerability mitigation defend defense classifier adversary called
        angriff* beispiel* attaque* exemple* ataque* ejemplo* attacc* esempio atak* przyklad*
        атак* пример* 攻击 例如 注入 攻撃 공격* 예를 saldiri* ornek* هجوم مثال हमला उदाहरण
    """,
}
"""Concept -> its words. A word may belong to several."""

COMMON: Final = frozenset(
    {
        "all", "are", "ask", "attack", "attention", "been", "cant", "config", "data",
        "disable", "do", "enter", "execute", "focus", "follow", "from", "give", "have",
        "hidden", "mode", "model", "must", "new", "not", "now", "only", "onward",
        "operate", "own", "place", "power", "pretend", "reading", "repeat", "reveal",
        "rule", "say", "secret", "send", "told", "usual", "without", "words", "you",
        "your",
    }
)  # fmt: skip
"""Concepts that much text holds: no phrase is known by one of them if it has another."""
