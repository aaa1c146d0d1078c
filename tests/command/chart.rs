//! `hostmark chart`.

use super::{data, folder, hostmark, run_in, said};

fn posted() -> String {
    std::fs::read_to_string(data("vpsbench-2021.charts.txt")).unwrap()
}

#[test]
fn the_posted_charts_come_out_of_the_built_in_records_byte_for_byte() {
    assert_eq!(run_in(&folder(), &["chart", "vpsbench-2021"]).stdout, posted());
}

#[test]
fn and_out_of_the_csv_itself() {
    let said = run_in(&folder(), &["chart", &data("vpsbench-2021.csv")]);
    assert_eq!(said.stdout, posted());
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
}

#[test]
fn every_reference_draws_charts() {
    for (name, count) in [("vpsbench-2021", 13), ("n150-web-2025", 5), ("n150-sysbench-2025", 4), ("pritunl-nginx", 4)]
    {
        let said = run_in(&folder(), &["chart", name]);
        assert_eq!(said.stdout.matches(" is better\n").count(), count, "{name}: {}", said.stderr);
    }
}

#[test]
fn an_invalid_figure_is_words_and_never_a_bar() {
    let said = run_in(&folder(), &["chart", "n150-sysbench-2025", "--only", "i7-7500U, events/s"]);
    let rows: Vec<&str> = said.stdout.lines().skip(2).collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert!(row.contains("invalid: loop removed by clang") && !row.contains('\u{2588}'), "{row}");
    }
}

#[test]
fn a_c_locale_gets_plain_characters_and_the_same_numbers() {
    let folder = folder();
    let draw = |locale: &str| {
        let mut command = hostmark(&folder, &["chart", "vpsbench-2021"]);
        said(command.env("LC_ALL", locale).output().unwrap()).stdout
    };
    assert_eq!(draw("C"), posted().replace('\u{2588}', "#"));
    assert_eq!(draw("de_DE.UTF-8"), posted());
}

#[test]
fn width_and_sort() {
    let said = run_in(
        &folder(),
        &["chart", "vpsbench-2021", "--only", "sha512", "--width", "20", "--sort", "descending", "--ascii"],
    );
    let expected = "256 byte sha512 k/sec - higher is better\n\n\
        FreeBSD 12.2    #################### 262207\n\
        Debian 10.8     ################### 253442\n\
        Alpine 3.13     ################## 242944\n\
        OpenBSD 6.8     ############# 175467\n\
        NetBSD 9.1      ######### 122546\n";
    assert_eq!(said.stdout, expected);
}

#[test]
fn rows_can_be_called_after_another_column() {
    let said = run_in(&folder(), &["chart", "vpsbench-2021", "--only", "hanoi", "--by", "{os} by {implementation}"]);
    assert!(said.stdout.contains("FreeBSD 12.2 by clang++ "), "{}", said.stdout);
    let said = run_in(&folder(), &["chart", "vpsbench-2021", "--by", "compiler"]);
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("no column or parameter 'compiler'"));
}

#[test]
fn escapes_in_labels_are_made_visible() {
    let folder = folder();
    std::fs::write(folder.path().join("x.csv"), "chart,label,value\nt,\u{1b}[31mred,3\nt,plain,1\n").unwrap();
    let said = run_in(&folder, &["chart", "x.csv"]);
    assert!(!said.stdout.contains('\u{1b}'));
    assert!(said.stdout.contains("[31mred"));
}

#[test]
fn what_cannot_be_charted_is_one_clear_line() {
    let folder = folder();
    std::fs::write(folder.path().join("binary.csv"), b"\x7fELF\0\x01\x02\xff\xfe").unwrap();
    std::fs::write(folder.path().join("empty.csv"), "").unwrap();
    std::fs::write(folder.path().join("journal.jsonl"), "{\"entry\":\"end\"").unwrap();
    std::fs::create_dir(folder.path().join("no-run")).unwrap();
    for input in ["binary.csv", "empty.csv", "journal.jsonl", "no-run", "missing.csv", "vpsbench-2012", "/"] {
        let said = run_in(&folder, &["chart", input]);
        assert_eq!(said.code, Some(2), "{input}");
        assert_eq!(said.stdout, "", "{input}");
        assert_eq!(said.stderr.lines().count(), 1, "{input}: {}", said.stderr);
        assert!(said.stderr.starts_with("hostmark: "), "{}", said.stderr);
    }
    assert!(run_in(&folder, &["chart", "vpsbench-2012"]).stderr.contains("did you mean 'vpsbench-2021'?"));
}
